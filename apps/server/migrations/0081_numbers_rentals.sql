-- Numbers that accounts rent. The money is in the ledger.
-- Locks, in order: the account, its rental, the offer, then what the ledger locks.

alter table numbers.number
  add label text not null default '',
  -- What calls show that name no number.
  add is_default boolean not null default false,
  add has_voice boolean not null default true,
  add has_sms boolean not null default true;
create unique index number_default on numbers.number (account_id) where is_default;

-- A number that was released rests: until then only who had it last can rent it.
alter table numbers.offer
  add rests_until timestamptz(3),
  add last_account_id uuid,
  add check ((rests_until is null) = (last_account_id is null));

-- A number that an account rents, from the order to the release.
create table numbers.rental (
  id uuid primary key,
  e164 text not null references numbers.offer,
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  -- Millionths a month, as it was when the number was ordered.
  monthly bigint not null check (monthly >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  started_at timestamptz(3) not null,
  -- Months are counted from it, on the clocks of the account: a month that lacks its day ends on the last one.
  anchor_at timestamptz(3) not null,
  period_number integer not null check (period_number >= 1),
  period_from timestamptz(3) not null,
  period_to timestamptz(3) not null check (period_to > period_from),
  -- The month is over and the next one is not paid: since when, and when the number is released without payment.
  unpaid_since timestamptz(3),
  grace_to timestamptz(3),
  -- When the worker looks at it next.
  due_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('released', 'unpaid', 'account_closed')),
  check ((unpaid_since is null) = (grace_to is null)),
  check ((ended_at is null) = (end_reason is null))
);
-- Two never have one number.
create unique index rental_of_number on numbers.rental (e164) where ended_at is null;
create index rental_of_account on numbers.rental (account_id) where ended_at is null;
create index rental_due on numbers.rental (due_at, id) where ended_at is null;

-- What was taken for a number; its id is the cause in the ledger. A month is begun once.
create table numbers.rent_charge (
  id uuid primary key,
  account_id uuid not null,
  rental_id uuid not null references numbers.rental,
  period_from timestamptz(3) not null,
  period_to timestamptz(3) not null,
  monthly bigint not null check (monthly >= 0),
  -- With the first month alone.
  setup bigint not null check (setup >= 0),
  currency text not null,
  at timestamptz(3) not null,
  unique (rental_id, period_from)
);
create index rent_charge_of_account on numbers.rent_charge (account_id, id);
