-- The telephone numbers that belong to accounts.
create schema numbers;

create table numbers.number (
  e164 text primary key check (e164 ~ '^\+[1-9][0-9]{6,14}$'),
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  kind text not null check (kind in ('sandbox', 'bought')),
  created_at timestamptz not null,
  -- Country code 999 is not assigned (ITU-T E.164): a sandbox number is never a real one.
  check ((kind = 'sandbox') = (e164 like '+999%'))
);
create index number_account on numbers.number (account_id, created_at);
