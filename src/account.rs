//! Accounts: sign-up, sign-in, links, and organizations with their roles.

mod access;
mod erase;
mod language;
mod organizations;
mod password;
pub mod people;
mod sign_in;
mod sign_up;

pub use access::{Member, member_of_event, member_of_organization};
pub use erase::erase;
pub use language::set_language;
pub use organizations::{add_organization, organize};
pub use password::check as check_password;
pub use sign_in::{SignedIn, sign_in, use_link};
pub use sign_up::{SignUp, add, send_link, sign_up};
