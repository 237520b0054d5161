-- Orders of numbers at a provider, from the money that is set aside to the number's release there.
-- Locks, in order: the account, its rental, the offer, the order, then what the ledger locks.
create table numbers.provider_order (
  -- Also our reference at the provider, by which an order whose fate is not known is found, and the cause of the money.
  id uuid primary key,
  provider text not null check (provider <> ''),
  e164 text not null check (e164 ~ '^\+[1-9][0-9]{6,14}$' and e164 not like '+999%'),
  -- accounts.account and accounts.user; no foreign keys across modules.
  account_id uuid not null,
  user_id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  kind text not null check (kind in ('fixed', 'mobile', 'toll_free', 'voip')),
  -- Millionths, as they were shown or lower: for each month, once, and a minute of a call that comes in.
  monthly bigint not null check (monthly >= 0),
  setup bigint not null check (setup >= 0),
  per_minute bigint not null check (per_minute >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  has_voice boolean not null,
  has_sms boolean not null,
  -- ledger.hold; null: it costs nothing.
  hold_id uuid unique,
  -- begun: nothing has left for the provider. submitted: it may have, and is never sent again. pending: the provider has it. lost: the
  -- provider never heard of it and the money is free again, but it is still asked for. active: a rental. releasing: on its way back.
  state text not null check (state in ('begun', 'submitted', 'pending', 'lost', 'active', 'refused', 'releasing', 'released')),
  reason text check (reason in ('gone', 'documents', 'unavailable', 'account_closed')),
  provider_order_id text,
  -- What the provider calls the number once it is ours.
  provider_number_id text,
  rental_id uuid unique references numbers.rental,
  begun_at timestamptz(3) not null,
  submitted_at timestamptz(3),
  -- When it became a rental, or the money was free again.
  settled_at timestamptz(3),
  releasing_at timestamptz(3),
  released_at timestamptz(3),
  -- How often it was looked at; whoever looks first has it for themselves.
  tries integer not null default 0,
  -- When it is looked at next; null: never again.
  due_at timestamptz(3),
  check (state = 'refused' or (state = 'begun') = (submitted_at is null)),
  check (state <> 'active' or rental_id is not null),
  check ((state in ('begun', 'submitted', 'pending')) = (settled_at is null)),
  check ((state in ('releasing', 'released')) = (releasing_at is not null)),
  check ((state = 'released') = (released_at is not null)),
  check (state not in ('refused', 'released') or due_at is null)
);
-- A number is ordered, had and given back by one at a time.
create unique index provider_order_of_number on numbers.provider_order (e164) where state not in ('refused', 'released');
create index provider_order_due on numbers.provider_order (due_at, id) where due_at is not null;
create index provider_order_of_account on numbers.provider_order (account_id, begun_at);
