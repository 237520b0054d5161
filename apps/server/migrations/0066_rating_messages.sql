-- What a segment of a message costs: by country, or by the digits that a number there starts with.
create table rating.message_rate (
  id uuid primary key default gen_random_uuid(),
  rate_table text not null references rating.rate_table,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  -- Empty for all numbers of the country; else for those that start so.
  prefix text not null default '' check (prefix ~ '^([1-9][0-9]{0,14})?$'),
  per_segment_micros bigint not null check (per_segment_micros between 0 and 1000000000),
  effective_from timestamptz not null,
  effective_to timestamptz check (effective_to > effective_from)
);
create index message_rate_of_table on rating.message_rate (rate_table, country_code);

create trigger message_rates_added after insert on rating.message_rate
  referencing new table as changed for each statement execute function rating.next_version();
create trigger message_rates_changed after update on rating.message_rate
  referencing new table as changed for each statement execute function rating.next_version();
create trigger message_rates_removed after delete on rating.message_rate
  referencing old table as changed for each statement execute function rating.next_version();
