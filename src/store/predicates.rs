//! What the words of docs/domain.md §1 mean in SQL: each written once, with the alias and the parameter that is `now`.

/// A live offer: PENDING, its deadline still ahead.
macro_rules! live {
    ($offer:literal, $now:literal) => {
        concat!("(", $offer, ".status = 'pending' and ", $offer, ".expires_at > ", $now, ")")
    };
}

/// A PENDING offer whose deadline has passed (R6).
macro_rules! lapsed {
    ($offer:literal, $now:literal) => {
        concat!("(", $offer, ".status = 'pending' and ", $offer, ".expires_at <= ", $now, ")")
    };
}

/// A live offer that holds its seats: every one but the invitations of the final call.
macro_rules! reserved {
    ($offer:literal, $now:literal) => {
        concat!("(", live!($offer, $now), " and not ", $offer, ".is_cutoff_batch)")
    };
}

/// An entry whose person holds a live offer at its event.
macro_rules! holds_offer {
    ($entry:literal, $now:literal) => {
        concat!(
            "exists (select 1 from offers held where held.event_id = ",
            $entry,
            ".event_id and held.account_id = ",
            $entry,
            ".account_id and ",
            live!("held", $now),
            ")"
        )
    };
}

/// A waiting entry: confirmed, without a live offer.
macro_rules! waiting {
    ($entry:literal, $now:literal) => {
        concat!("(", $entry, ".confirmed_at is not null and not ", holds_offer!($entry, $now), ")")
    };
}

/// R14: an entry that a pass may offer to. Who has a seat here has no entry (R40); `barred` keeps what [`barred!`] says of its person.
macro_rules! eligible {
    ($entry:literal, $now:literal) => {
        concat!(
            "(",
            waiting!($entry, $now),
            " and ",
            $entry,
            ".barred is null and ",
            $entry,
            ".skipped_at is null and ",
            $entry,
            ".paused_at is null and (",
            $entry,
            ".resting_until is null or ",
            $entry,
            ".resting_until <= ",
            $now,
            "))"
        )
    };
}

/// The gate about the person that stops this account at this event: `domain::eligibility::Barred::of` in SQL.
macro_rules! barred {
    ($event:literal, $account:literal) => {
        concat!(
            "(select case when exists (select 1 from blocks b where b.organization_id = ev.organization_id and b.account_id = ",
            $account,
            ") then 'blocked' when ev.visibility = 'private' and not exists (select 1 from invitations i where i.event_id = ev.id and i.account_id = ",
            $account,
            ") and not exists (select 1 from roles t where t.organization_id = ev.organization_id and t.role <> 'member' and t.account_id = ",
            $account,
            ") then 'requires_invitation' when ev.members_only and not exists (select 1 from roles t where t.organization_id = ev.organization_id and t.account_id = ",
            $account,
            ") then 'members_only' end from events ev where ev.id = ",
            $event,
            ")"
        )
    };
}

/// The attendee seats of an event: sum of party sizes of YES answers.
macro_rules! attendees {
    ($event:literal) => {
        concat!(
            "(select cast(coalesce(sum(going.party_size), 0) as bigint) from registrations going where going.event_id = ",
            $event, " and going.answer = 'yes')"
        )
    };
}

/// How many people wait.
macro_rules! waiting_count {
    ($event:literal, $now:literal) => {
        concat!("(select count(*) from entries w where w.event_id = ", $event, " and ", waiting!("w", $now), ")")
    };
}

pub(super) use {attendees, barred, eligible, holds_offer, lapsed, live, reserved, waiting, waiting_count};
