//! The rules (docs/domain.md): pure, synchronous, no clock, no database. `now` and chance are arguments.

pub mod address;
pub mod capacity;
pub mod deadline;
pub mod eligibility;
pub mod event;
pub mod fields;
pub mod final_call;
pub mod ids;
pub mod lottery;
pub mod offer;
pub mod quiet;
pub mod role;
pub mod selection;
pub mod settings;
pub mod sheet;
pub mod text;
pub mod text_enum;
pub mod zone;
