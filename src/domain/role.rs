//! Roles in an organization and what they permit (docs/domain.md §12).

use super::text_enum::text_enum;

text_enum! {
    pub enum Role {
        Owner = "owner",
        Manager = "manager",
        Staff = "staff",
        /// A community member: may register for members-only events, organizes nothing.
        Member = "member",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Read settings, queue, offers and history; remove an entry without a live offer; check in.
    InviteToEvent,
    /// Everything.
    ManageEvent,
}

impl Role {
    pub fn permits(self, permission: Permission) -> bool {
        match self {
            Self::Owner | Self::Manager => true,
            Self::Staff => permission == Permission::InviteToEvent,
            Self::Member => false,
        }
    }

    /// A community member is no part of the team: to organizer functions they are a stranger.
    pub fn is_team(self) -> bool {
        self.permits(Permission::InviteToEvent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn staff_reads_and_a_member_organizes_nothing() {
        assert!(Role::Owner.permits(Permission::ManageEvent) && Role::Manager.permits(Permission::ManageEvent));
        assert!(Role::Staff.permits(Permission::InviteToEvent) && !Role::Staff.permits(Permission::ManageEvent));
        assert!(!Role::Member.is_team());
    }
}
