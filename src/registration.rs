//! Taking and giving up seats.

pub mod by_organizer;
pub mod rsvp;
