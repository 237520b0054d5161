-- Numbers that people have elsewhere, and have shown to be theirs by a code that was said there: calls out may show them.

create table numbers.verified (
  -- Whoever verified it last has it alone. Country code 999 is not assigned (ITU-T E.164).
  e164 text primary key check (e164 ~ '^\+[1-9][0-9]{6,14}$' and e164 not like '+999%'),
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  -- What calls show that name no number; then no number of numbers.number is. Written under the lock of the account.
  is_default boolean not null default false,
  verified_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Its owner was told that it is about to expire.
  warned_at timestamptz(3),
  check (expires_at > verified_at)
);
create index verified_of_account on numbers.verified (account_id, verified_at);
create unique index verified_default on numbers.verified (account_id) where is_default;
create index verified_due on numbers.verified (expires_at);

-- A code that was said, or is being said.
create table numbers.verification (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  e164 text not null check (e164 ~ '^\+[1-9][0-9]{6,14}$' and e164 not like '+999%'),
  -- HMAC-SHA256 under the server's secret, so that a million of them are not tried by whoever reads the table.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries_left smallint not null check (tries_left >= 0),
  -- Millionths that the call may cost.
  most bigint not null check (most >= 0),
  made_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- The call was placed: there is one for each code.
  placed_at timestamptz(3),
  -- Nothing more is tried with it: it was right, or another was asked for.
  is_over boolean not null default false
);
create index verification_of_account on numbers.verification (account_id) where not is_over;
create index verification_expired on numbers.verification (expires_at);
