-- The language of a person's pages and mails; null: never chosen.
alter table accounts add column language text check (length(language) between 2 and 20);

-- An event's numbers, hour by hour, for its chart.
create table samples (
    event_id uuid not null references events (id) on delete cascade,
    at timestamptz not null,
    attendees bigint not null,
    held bigint not null,
    waiting bigint not null,
    primary key (event_id, at)
);
create index samples_by_age on samples (at);

-- A file of people that was looked at, and waits to be imported or is being.
create table imports (
    id uuid primary key,
    event_id uuid not null references events (id) on delete cascade,
    who_id uuid not null references accounts (id),
    created_at timestamptz not null,
    file text not null,
    total bigint not null,
    done bigint not null default 0,
    report text not null,
    state text not null check (state in ('checked', 'running', 'finished', 'failed')),
    beat_at timestamptz
);
create index imports_by_event on imports (event_id, created_at);
create index imports_by_who on imports (who_id);
create index imports_by_age on imports (created_at);
