-- What happens when a number of an account is called. Without a row everything rings, always.
create table numbers.rule (
  -- Whoever gets the number next has no rule of before.
  e164 text primary key references numbers.number on delete cascade,
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  -- How often it was changed.
  version integer not null check (version >= 1),
  -- As the API takes it: it is read and replaced as a whole.
  rule jsonb not null check (jsonb_typeof(rule) = 'object' and octet_length(rule::text) <= 262144),
  changed_at timestamptz(3) not null
);
create index rule_of_account on numbers.rule (account_id);
