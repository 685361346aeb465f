//! Taking and giving up seats.

pub mod rsvp;
