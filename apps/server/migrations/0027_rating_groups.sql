-- Groups of destinations, for the allowances of plans; and rate tables that are another one with so much off.

create table rating.destination_group (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,40}$'),
  -- As people read it, in English.
  title text not null check (title <> '')
);

-- A kind of number in a country is in one group, or in none.
create table rating.group_member (
  group_name text not null references rating.destination_group,
  country_code text not null check (country_code ~ '^([A-Z]{2}|001)$'),
  kind text not null,
  primary key (country_code, kind)
);

-- A rate table without rates of its own: those of the other, each with so much off a minute.
alter table rating.rate_table
  add column based_on text references rating.rate_table,
  add column percent_off integer check (percent_off between 1 and 99),
  add constraint rate_table_is_based_on_another check (
    num_nonnulls(based_on, percent_off) in (0, 2) and based_on is distinct from name);

-- Whoever has a rate table in memory sees that the groups changed.
create function rating.next_version_of_all() returns trigger language plpgsql as $$
begin
  update rating.rate_table set version = version + 1, changed_at = now();
  return null;
end $$;
create trigger groups_changed after insert or update or delete on rating.group_member
  for each statement execute function rating.next_version_of_all();
