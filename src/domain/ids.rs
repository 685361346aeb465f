//! Typed ids: an event's id can't be passed where an account's is meant.

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, sqlx::Type)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub uuid::Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, uuid::Error> {
                uuid::Uuid::try_parse(text).map(Self)
            }
        }
    )+};
}

ids! {
    AccountId,
    ActivityId,
    /// One round of offers.
    BatchId,
    EntryId,
    EventId,
    /// A file of people on its way into a queue.
    ImportId,
    NotificationId,
    OfferId,
    OrganizationId,
    RegistrationId,
}
