-- Instants are UTC at microsecond precision, durations whole seconds, seats whole numbers.

create table accounts (
    id blob primary key not null,
    name text not null check (length(name) between 1 and 200),
    email text not null check (length(email) between 3 and 320),
    email_key text not null unique,
    password_hash text,
    time_zone text,
    verified_at text,
    created_at text not null
);

create table organizations (
    id blob primary key not null,
    slug text not null unique check (length(slug) between 1 and 80),
    name text not null check (length(name) between 1 and 200),
    time_zone text not null,
    created_at text not null
);

create table roles (
    organization_id blob not null references organizations (id),
    account_id blob not null references accounts (id),
    role text not null check (role in ('owner', 'manager', 'staff', 'member')),
    primary key (organization_id, account_id)
);
create index roles_by_account on roles (account_id);

create table sessions (
    id text primary key not null,
    account_id blob references accounts (id) on delete cascade,
    data text not null,
    created_at text not null,
    seen_at text not null
);
create index sessions_by_account on sessions (account_id);

create table events (
    id blob primary key not null,
    organization_id blob not null references organizations (id),
    slug text not null check (length(slug) between 1 and 80),
    title text not null check (length(title) between 1 and 200),
    description text not null default '' check (length(description) <= 20000),
    venue text not null default '' check (length(venue) <= 200),
    kind text not null check (kind in ('rsvp', 'ticketed')),
    status text not null check (status in ('draft', 'open', 'closed', 'cancelled')),
    visibility text not null check (visibility in ('public', 'unlisted', 'private')),
    members_only boolean not null default false,
    hide_capacity boolean not null default false,
    starts_at text not null,
    ends_at text not null,
    time_zone text not null,
    registration_deadline text,
    max_attendees bigint check (max_attendees >= 0),
    venue_capacity bigint check (venue_capacity >= 0),
    waitlist_open boolean not null default false,
    waitlist_time_window bigint check (waitlist_time_window between 3600 and 604800),
    waitlist_batch_size bigint not null default 0 check (waitlist_batch_size >= 0),
    waitlist_lottery_mode boolean not null default false,
    waitlist_cutoff_date text,
    waitlist_min_window bigint not null default 1800 check (waitlist_min_window >= 0),
    waitlist_auto_promote boolean not null default false,
    waitlist_fit text not null default 'strict' check (waitlist_fit in ('strict', 'fill')),
    waitlist_queue_first boolean not null default false,
    quiet_from text,
    quiet_to text,
    max_party_size bigint not null default 1 check (max_party_size between 1 and 20),
    last_place bigint not null default 0,
    final_call_at text,
    changes bigint not null default 0,
    pass_status text,
    pass_offers_created bigint not null default 0,
    pass_promoted bigint not null default 0,
    pass_batch_id blob,
    pass_trigger text,
    pass_at text,
    created_at text not null,
    unique (organization_id, slug),
    check (starts_at < ends_at)
);
create index events_by_start on events (starts_at, id);

create table entries (
    id blob primary key not null,
    event_id blob not null references events (id) on delete cascade,
    account_id blob not null references accounts (id),
    party_size bigint not null check (party_size between 1 and 20),
    place bigint not null,
    joined_at text not null,
    confirmed_at text,
    skipped_at text,
    resting_until text,
    paused_at text,
    paused_reason text,
    lapses bigint not null default 0,
    unique (event_id, account_id)
);
create index entries_in_line on entries (event_id, place, id);
create index entries_by_account on entries (account_id);

create table offers (
    id blob primary key not null,
    event_id blob not null references events (id) on delete cascade,
    account_id blob not null references accounts (id),
    entry_id blob references entries (id) on delete set null,
    status text not null check (status in ('pending', 'claimed', 'expired', 'revoked')),
    seats bigint not null check (seats between 1 and 20),
    expires_at text not null,
    batch_id blob not null,
    is_cutoff_batch boolean not null default false,
    made_by text not null check (made_by in ('pass', 'organizer')),
    generation bigint not null default 1,
    created_at text not null,
    notified_at text,
    claimed_at text,
    ended_at text,
    end_reason text check (end_reason in ('deadline', 'left', 'declined', 'passed', 'undeliverable', 'organizer',
        'event_cancelled', 'event_closed', 'waitlist_closed', 'cutoff_moved', 'entry_removed', 'capacity_reduced')),
    check ((status = 'claimed') = (claimed_at is not null)),
    check ((status in ('expired', 'revoked')) = (end_reason is not null))
);
-- R4
create unique index offers_one_pending on offers (event_id, account_id) where status = 'pending';
create index offers_by_deadline on offers (expires_at) where status = 'pending';
create index offers_by_event on offers (event_id, created_at, id);
create index offers_by_account on offers (account_id, event_id, created_at);
create index offers_by_entry on offers (entry_id);

create table registrations (
    id blob primary key not null,
    event_id blob not null references events (id) on delete cascade,
    account_id blob not null references accounts (id),
    answer text not null check (answer in ('yes', 'no', 'maybe')),
    party_size bigint not null check (party_size between 1 and 20),
    created_at text not null,
    updated_at text not null,
    unique (event_id, account_id)
);
create index registrations_by_account on registrations (account_id);
create index registrations_going on registrations (event_id, party_size) where answer = 'yes';

create table tokens (
    hash blob primary key not null,
    purpose text not null check (purpose in ('participate', 'verify', 'sign_in')),
    account_id blob not null references accounts (id) on delete cascade,
    event_id blob references events (id) on delete cascade,
    expires_at text,
    used_at text,
    created_at text not null,
    check ((purpose = 'participate') = (event_id is not null))
);
create index tokens_by_account on tokens (account_id);
create index tokens_by_event on tokens (event_id);

-- The outbox (docs/domain.md §11). `token` is the raw link token, kept until the mail is on its way and then wiped.
create table notifications (
    id blob primary key not null,
    kind text not null,
    subject_id blob not null,
    generation bigint not null,
    channel text not null check (channel in ('email')),
    account_id blob not null references accounts (id) on delete cascade,
    event_id blob references events (id) on delete cascade,
    token text,
    status text not null check (status in ('queued', 'sent', 'skipped', 'failed')),
    due_at text not null,
    give_up_at text not null,
    attempts bigint not null default 0,
    leased_until text,
    last_error text,
    created_at text not null,
    finished_at text,
    unique (subject_id, kind, generation, channel)
);
create index notifications_due on notifications (due_at, id) where status = 'queued';
create index notifications_by_event on notifications (event_id, status);
create index notifications_by_account on notifications (account_id);

create table activities (
    id blob primary key not null,
    event_id blob not null references events (id) on delete cascade,
    at text not null,
    who_id blob references accounts (id),
    what text not null,
    on_id blob references accounts (id),
    reason text,
    before text,
    after text
);
create index activities_by_event on activities (event_id, at, id);
create index activities_by_who on activities (who_id);
create index activities_by_on on activities (on_id);

create table jobs (
    name text primary key not null,
    leased_until text,
    last_run_at text,
    last_error text
);
