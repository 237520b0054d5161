-- Saved methods, refunds, disputes and automatic top-up. Locks: an account's automatic top-up, then the payment or the
-- setup, then its refunds and disputes, then the method, then the account and the wallet.

-- The name that a provider gave to an account.
create table billing.customer (
  account_id uuid not null,
  provider text not null check (provider <> ''),
  customer text not null check (customer <> ''),
  primary key (account_id, provider)
);

-- What a payer let the provider keep: a name and a mark, never a number.
create table billing.payment_method (
  id uuid primary key,
  account_id uuid not null,
  -- Who added it, and hears when it expires.
  user_id uuid not null,
  provider text not null check (provider <> ''),
  provider_id text not null check (provider_id <> ''),
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- The last day of the month until which it is good.
  expires_on date not null,
  is_default boolean not null default false,
  added_at timestamptz not null,
  removed_at timestamptz,
  -- The provider has forgotten it too.
  forgotten_at timestamptz,
  expiry_told_at timestamptz,
  unique (provider, provider_id),
  check (not is_default or removed_at is null)
);
create unique index payment_method_default on billing.payment_method (account_id) where is_default;
create index payment_method_of_account on billing.payment_method (account_id, id) where removed_at is null;
create index payment_method_expiring on billing.payment_method (expires_on)
  where removed_at is null and expiry_told_at is null;
create index payment_method_to_forget on billing.payment_method (removed_at)
  where removed_at is not null and forgotten_at is null;

-- A method that somebody set out to add on the provider's page.
create table billing.method_setup (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  provider text not null check (provider <> ''),
  provider_id text,
  page_url text,
  state text not null check (state in ('starting', 'waiting', 'succeeded', 'failed', 'cancelled')),
  decline text,
  method_id uuid references billing.payment_method,
  request_key text,
  created_at timestamptz not null,
  ended_at timestamptz,
  look_at timestamptz not null,
  unique (provider, provider_id),
  unique (user_id, request_key),
  check (state in ('starting', 'cancelled') or provider_id is not null),
  check ((state in ('succeeded', 'failed', 'cancelled')) = (ended_at is not null)),
  check ((state = 'succeeded') = (method_id is not null))
);
create index method_setup_without_end on billing.method_setup (look_at) where ended_at is null;

alter table billing.payment
  -- What the money is for: it goes into the wallet, and whoever wanted it takes it from there.
  add column purpose_type text not null default 'top_up' check (purpose_type <> ''),
  add column purpose_id text,
  -- The saved method that it is paid by; null: on the provider's page.
  add column method_id uuid references billing.payment_method;
-- Two servers may look at a low balance at once: one of them begins.
create unique index payment_one_automatic on billing.payment (account_id)
  where purpose_type = 'auto_top_up' and ended_at is null;
create index payment_automatic on billing.payment (account_id, created_at) where purpose_type = 'auto_top_up';

-- Money given back of a payment. The provider may tell of one that nobody here asked for.
create table billing.refund (
  id uuid primary key,
  payment_id uuid not null references billing.payment,
  account_id uuid not null,
  -- Who asked for it; null: the provider gave it back by itself.
  user_id uuid,
  request_key text,
  amount bigint not null check (amount > 0 and amount % 10000 = 0),
  provider_id text,
  -- starting: the money is out of the wallet, the provider may not have heard. failed: it is in the wallet again.
  state text not null check (state in ('starting', 'pending', 'succeeded', 'failed')),
  created_at timestamptz not null,
  ended_at timestamptz,
  look_at timestamptz not null,
  unique (payment_id, provider_id),
  unique (user_id, request_key, payment_id),
  check (state in ('starting', 'failed') or provider_id is not null),
  check ((state in ('succeeded', 'failed')) = (ended_at is not null))
);
create index refund_of_account on billing.refund (account_id, created_at);
create index refund_without_end on billing.refund (look_at) where ended_at is null;

-- Money that a payer's bank took back, until it is decided and after.
create table billing.dispute (
  id uuid primary key,
  payment_id uuid not null references billing.payment,
  account_id uuid not null,
  provider_id text not null check (provider_id <> ''),
  amount bigint not null check (amount > 0 and amount % 10000 = 0),
  state text not null check (state in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (payment_id, provider_id),
  check ((state = 'open') = (closed_at is null))
);
create index dispute_of_account on billing.dispute (account_id, opened_at);

-- Off unless somebody switches it on.
create table billing.auto_top_up (
  account_id uuid primary key,
  -- Who switched it on, and is told.
  user_id uuid not null,
  state text not null check (state in ('on', 'off', 'stopped')),
  stopped_because text,
  -- Millionths of the currency's unit.
  mark bigint not null check (mark > 0),
  amount bigint not null check (amount > 0 and amount % 10000 = 0),
  daily_cap bigint not null check (daily_cap >= amount),
  -- Null: the account's default method.
  method_id uuid references billing.payment_method,
  changed_at timestamptz not null,
  -- When the balance is to be looked at; null: when it moves.
  look_at timestamptz,
  -- The day on which the cap was reached and told.
  cap_told_on date,
  check ((state = 'stopped') = (stopped_because is not null))
);
create index auto_top_up_due on billing.auto_top_up (look_at) where state = 'on';

-- A dispute that is won gives its money back, so what is disputed may become less; what was given back may fail.
create or replace trigger payment_keeps_its_facts before update on billing.payment
  for each row when (
    (old.id, old.account_id, old.user_id, old.wallet_id, old.amount, old.currency, old.provider, old.purpose_type,
        old.purpose_id)
      is distinct from (new.id, new.account_id, new.user_id, new.wallet_id, new.amount, new.currency, new.provider,
        new.purpose_type, new.purpose_id)
    or (old.provider_id is not null and old.provider_id is distinct from new.provider_id)
    or (old.state = 'succeeded' and new.state <> 'succeeded')
  ) execute function billing.refuse_change();

create function billing.refuse_other_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% cannot change so', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger refund_keeps_its_facts before update on billing.refund
  for each row when (
    (old.id, old.payment_id, old.account_id, old.amount) is distinct from (new.id, new.payment_id, new.account_id, new.amount)
    or (old.state = 'failed' and new.state <> 'failed')
  ) execute function billing.refuse_other_change();
create trigger dispute_keeps_its_facts before update on billing.dispute
  for each row when (
    (old.id, old.payment_id, old.account_id, old.amount, old.provider_id)
      is distinct from (new.id, new.payment_id, new.account_id, new.amount, new.provider_id)
    or (old.state = 'won' and new.state <> 'won')
  ) execute function billing.refuse_other_change();
create trigger refund_stays before delete on billing.refund
  for each row execute function billing.refuse_other_change();
create trigger dispute_stays before delete on billing.dispute
  for each row execute function billing.refuse_other_change();
