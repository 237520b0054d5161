-- Plans, who is on which, and the allowances that they fill. The money and the seconds themselves are in the ledger.
-- Locks, in order: the account, its subscription, then what the ledger locks (allowances before money).

create table billing.plan (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,40}$'),
  name text not null check (name <> ''),
  -- Where it stands beside the others.
  position integer not null,
  -- Millionths for each month; nothing for the plan that everybody starts on.
  price bigint not null check (price >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- rating.rate_table that counts on this plan; null: the account's own.
  rate_table text,
  included_messages integer not null default 0 check (included_messages >= 0),
  -- Whether it can be changed to; who is on it stays on it.
  is_offered boolean not null default true,
  -- Made up to show how it works.
  is_sample boolean not null
);

create table billing.plan_minutes (
  plan_id text not null references billing.plan,
  -- rating.destination_group.
  group_name text not null,
  seconds integer not null check (seconds > 0),
  primary key (plan_id, group_name)
);

-- A paid plan of an account, from its start to its end. An account without one is on the plan that costs nothing.
create table billing.subscription (
  id uuid primary key,
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  plan_id text not null references billing.plan,
  -- The rate table that the account had before, and gets back.
  own_rate_table text not null,
  started_at timestamptz not null,
  -- Periods are counted from it in calendar months: a month that lacks its day ends on the last one.
  anchor_at timestamptz not null,
  period_number integer not null check (period_number >= 1),
  period_from timestamptz not null,
  period_to timestamptz not null check (period_to > period_from),
  -- What the account changes to when the period ends; null: it goes on.
  next_plan_id text references billing.plan,
  -- The period is over and the next one is not paid: since when, and when the plan ends without payment.
  unpaid_since timestamptz,
  grace_to timestamptz,
  -- When the worker looks at it next.
  due_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('cancelled', 'unpaid', 'replaced', 'account_closed')),
  check ((unpaid_since is null) = (grace_to is null)),
  check ((ended_at is null) = (end_reason is null))
);
create unique index subscription_of_account on billing.subscription (account_id) where ended_at is null;
create index subscription_due on billing.subscription (due_at) where ended_at is null;

-- What was taken for a plan; its id is the cause in the ledger. A period is started once.
create table billing.plan_charge (
  id uuid primary key,
  account_id uuid not null,
  subscription_id uuid not null references billing.subscription,
  kind text not null check (kind in ('start', 'renewal', 'change')),
  plan_id text not null references billing.plan,
  -- Of a change: the plan before it.
  from_plan_id text references billing.plan,
  period_from timestamptz not null,
  period_to timestamptz not null,
  -- The days of the period that it pays for, and how many the period has.
  days_left integer not null check (days_left between 0 and days),
  days integer not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  at timestamptz not null,
  check ((kind = 'change') = (from_plan_id is not null))
);
create unique index plan_charge_of_period on billing.plan_charge (subscription_id, period_from) where kind <> 'change';
create index plan_charge_of_account on billing.plan_charge (account_id, at);

-- The allowances of a period, each with its wallet in the ledger.
create table billing.allowance (
  wallet_id uuid primary key,
  account_id uuid not null,
  subscription_id uuid not null references billing.subscription,
  -- Null: messages.
  group_name text,
  period_from timestamptz not null,
  expires_at timestamptz not null,
  -- Nothing is left in the wallet, and nothing is held of it.
  closed_at timestamptz,
  unique nulls not distinct (subscription_id, group_name, period_from)
);
create index allowance_open on billing.allowance (expires_at) where closed_at is null;
