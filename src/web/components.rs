//! Building blocks of the pages: plain view models in, HTML out; no queries here.

pub mod card;
pub mod chart;
pub mod fields;
pub mod layout;
pub mod text;
