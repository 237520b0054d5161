-- What a number is, and what it costs to call it.
create schema rating;

-- Where prefixes lie, loaded from data/destinations.csv. The longest prefix names a number; of two with the same
-- prefix the dearer counts.
create table rating.destination (
  prefix text not null check (prefix ~ '^[1-9][0-9]{0,14}$'),
  -- ISO 3166-1 alpha-2; 001 is the world: satellites and international services.
  country_code text not null check (country_code ~ '^([A-Z]{2}|001)$'),
  kind text not null check (
    kind in ('fixed', 'mobile', 'toll_free', 'premium', 'shared_cost', 'voip', 'personal', 'uan', 'pager')
  ),
  operator text check (operator <> ''),
  primary key (prefix, country_code, kind)
);

-- The files that were loaded, by checksum, so that a start with the same files changes nothing.
create table rating.loaded_file (
  name text primary key,
  checksum text not null,
  loaded_at timestamptz not null default now()
);

create table rating.rate_table (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,62}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Prices that we made up to show how it works; an operator sees them marked so.
  is_sample boolean not null,
  -- Grows with every change of the rates or of the destinations, by trigger.
  version bigint not null default 1,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create table rating.rate (
  id uuid primary key default gen_random_uuid(),
  rate_table text not null references rating.rate_table,
  country_code text not null check (country_code ~ '^([A-Z]{2}|001)$'),
  kind text not null,
  -- Empty for all numbers of the kind in the country; else for those that start so.
  prefix text not null default '' check (prefix ~ '^([1-9][0-9]{0,14})?$'),
  per_minute_micros bigint not null check (per_minute_micros between 0 and 1000000000),
  connection_micros bigint not null check (connection_micros between 0 and 1000000000),
  minimum_seconds integer not null check (minimum_seconds between 0 and 3600),
  first_seconds integer not null check (first_seconds between 1 and 3600),
  next_seconds integer not null check (next_seconds between 1 and 3600),
  -- A closed destination is refused until it is opened.
  is_open boolean not null,
  effective_from timestamptz not null,
  effective_to timestamptz check (effective_to > effective_from)
);
create index rate_of_table on rating.rate (rate_table, country_code, kind);

create function rating.next_version() returns trigger language plpgsql as $$
begin
  update rating.rate_table set version = version + 1, changed_at = now()
    where name in (select rate_table from changed);
  return null;
end $$;
create trigger rates_added after insert on rating.rate
  referencing new table as changed for each statement execute function rating.next_version();
create trigger rates_changed after update on rating.rate
  referencing new table as changed for each statement execute function rating.next_version();
create trigger rates_removed after delete on rating.rate
  referencing old table as changed for each statement execute function rating.next_version();

-- A rate frozen when a call is allowed: anyone can redo the sum of its charge.
create table rating.quote (
  id uuid primary key,
  -- E.164, or a service code.
  number text not null,
  prefix text not null,
  country_code text,
  kind text not null,
  operator text,
  -- The rate as it was; null for what is free by nature (the echo test).
  rate_id uuid,
  rate_table text not null,
  rate_table_version bigint not null,
  currency text not null,
  per_minute_micros bigint not null,
  connection_micros bigint not null,
  minimum_seconds integer not null,
  first_seconds integer not null,
  next_seconds integer not null,
  frozen_at timestamptz not null
);

create function rating.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rating.% is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger quote_is_final before update or delete or truncate on rating.quote
  for each statement execute function rating.refuse_change();
