-- People whom an organization doesn't want at its events.
create table blocks (
    organization_id uuid not null references organizations (id) on delete cascade,
    account_id uuid not null references accounts (id) on delete cascade,
    reason text check (length(reason) <= 20000),
    who_id uuid references accounts (id),
    created_at timestamptz not null,
    primary key (organization_id, account_id)
);
create index blocks_by_account on blocks (account_id);
create index blocks_by_who on blocks (who_id);

-- Who may come to a private event.
create table invitations (
    event_id uuid not null references events (id) on delete cascade,
    account_id uuid not null references accounts (id) on delete cascade,
    who_id uuid references accounts (id),
    created_at timestamptz not null,
    primary key (event_id, account_id)
);
create index invitations_by_account on invitations (account_id);
create index invitations_by_who on invitations (who_id);

-- Lotteries that were drawn (R18); pool and result are JSON, the seed is hexadecimal.
create table draws (
    batch_id uuid primary key not null,
    event_id uuid not null references events (id) on delete cascade,
    algorithm text not null,
    commitment text not null,
    seed text not null,
    seats bigint,
    people bigint,
    pool text not null,
    result text not null,
    created_at timestamptz not null
);
create index draws_by_event on draws (event_id, created_at, batch_id);

-- What an organizer wrote to the people of an event.
create table messages (
    id uuid primary key not null,
    event_id uuid not null references events (id) on delete cascade,
    who_id uuid references accounts (id),
    subject text not null check (length(subject) between 1 and 200),
    body text not null check (length(body) between 1 and 20000),
    created_at timestamptz not null
);
create index messages_by_event on messages (event_id, created_at, id);
create index messages_by_who on messages (who_id);

-- `wake_at`: the next instant at which time alone decides something here. `lottery_seed`: of the next draw, secret until then.
alter table events add column wake_at timestamptz;
alter table events add column lottery_seed text;
create index events_by_wake on events (wake_at) where wake_at is not null;

-- `barred`: the gate about the person that stops the entry. `unconfirmed_until`: when an unconfirmed entry goes (R26).
alter table entries add column barred text check (barred in ('blocked', 'requires_invitation', 'members_only'));
alter table entries add column skipped_by uuid references accounts (id);
alter table entries add column unconfirmed_until timestamptz;
create index entries_by_skipper on entries (skipped_by) where skipped_by is not null;
create index entries_resting on entries (event_id, resting_until) where resting_until is not null;
create index entries_unconfirmed on entries (event_id, unconfirmed_until) where unconfirmed_until is not null;

-- `call_at`: the beginning of the final call that this offer was an invitation of. `opened_at`: when its holder first saw its page.
alter table offers add column call_at timestamptz;
alter table offers add column opened_at timestamptz;

-- The queue's page asks for each person's last notice.
create index notifications_by_person on notifications (event_id, account_id);
