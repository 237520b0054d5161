-- Sums of calls for charts: what a list of calls would be too long for.
create schema insight;

-- Quarters of an hour: every time zone of today begins its days on one, so the days of any zone are sums of them.
create table insight.call_quarter (
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  quarter timestamptz not null check (quarter = date_bin('15 minutes', quarter, timestamptz '2000-01-01 00:00Z')),
  -- Empty: no country, as of the echo test.
  country_code text not null,
  destination_kind text not null,
  -- Calls that began in it, how many of them were answered, and for how long.
  calls integer not null check (calls >= 0),
  answered integer not null check (answered between 0 and calls),
  answered_seconds bigint not null check (answered_seconds >= 0),
  -- What was charged in it.
  spend_micros bigint not null check (spend_micros >= 0),
  primary key (account_id, quarter, country_code, destination_kind)
);

-- Every call that is in the sums: none is counted twice.
create table insight.counted_call (
  call_id uuid primary key
);

-- How far the calls have been counted that ended before anybody counted: newest first, down to `before`.
create table insight.earlier_calls (
  single boolean primary key default true check (single),
  before uuid not null,
  is_done boolean not null default false
);
