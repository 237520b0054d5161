-- One row per conversation that somebody pays for: from the wish (initiated) to the record (ended).
create schema calls;

create table calls.call (
  id uuid primary key,
  -- accounts.account, accounts.user, ledger.wallet; no foreign keys across modules.
  account_id uuid not null,
  user_id uuid not null,
  payer_wallet_id uuid not null,
  placed_by text not null check (placed_by in ('user')),
  direction text not null check (direction in ('outbound')),
  from_number text check (from_number ~ '^\+[1-9][0-9]{6,14}$'),
  to_number text not null check (to_number ~ '^(\+[1-9][0-9]{6,14}|\*43)$'),

  -- What the caller was shown, and pays by: the destination and its price, as rated when the call was initiated.
  destination_prefix text not null,
  country_code text,
  destination_kind text not null,
  operator text,
  rate_id text,
  rate_table text not null,
  rate_table_version bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  per_minute_micros bigint not null check (per_minute_micros >= 0),
  connection_micros bigint not null check (connection_micros >= 0),
  minimum_seconds integer not null check (minimum_seconds >= 0),
  first_seconds integer not null check (first_seconds > 0),
  next_seconds integer not null check (next_seconds > 0),
  -- rating.quote, frozen when the call was allowed.
  quote_id uuid,

  state text not null check (state in ('initiated', 'authorised', 'ringing', 'answered', 'ended')),
  initiated_at timestamptz(3) not null,
  authorised_at timestamptz(3),
  ringing_at timestamptz(3),
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  reason text,
  ended_by text check (ended_by in ('caller', 'callee', 'farline', 'carrier')),
  sip_status integer,
  -- Whole seconds that are charged for, and the price: with the end.
  answered_seconds integer check (answered_seconds >= 0),
  cost_micros bigint check (cost_micros >= 0),

  -- ledger.hold; null for a free call.
  hold_id uuid,
  -- Seconds after the answer at which the call ends by what has been granted so far.
  granted_seconds integer check (granted_seconds > 0),
  -- No more money: the call ends with granted_seconds unless a top-up comes.
  is_end_known boolean not null default false,

  -- The engine's names for the call, while it runs and after.
  connection text,
  sip_call_id text,
  from_tag text,
  to_tag text,
  -- The trunk that carries it, and what each trunk said: sandbox-a=503,sandbox-b=200.
  trunk text,
  attempts text not null default '',

  -- Grows with each change, so that nobody writes over what another has changed meanwhile.
  revision integer not null default 0,

  -- When something has to be done about a running call; each null when nothing is to be done.
  extend_at timestamptz(3),
  send_limit_at timestamptz(3),
  warn_at timestamptz(3),
  unblock_at timestamptz(3),
  look_at_media_at timestamptz(3),
  -- A decided end that the engine has not carried out yet: why, up to when it is charged (null: to its real end), next order.
  ending_reason text,
  ending_charged_to timestamptz(3),
  end_order_at timestamptz(3),

  connection_closed_at timestamptz(3),
  -- The last RTP heard from each side.
  caller_heard_at timestamptz(3),
  callee_heard_at timestamptz(3),
  -- When the engine's list lacked the call for the first time, and the reading before it.
  missing_since timestamptz(3),
  last_listed_at timestamptz(3),

  -- The first of them: one index finds everything that is to be done.
  due_at timestamptz(3) generated always as
    (least(extend_at, send_limit_at, warn_at, unblock_at, look_at_media_at, end_order_at)) stored,

  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (reason is not null)),
  check ((state = 'ended') = (ended_by is not null)),
  check (state <> 'ringing' or ringing_at is not null),
  check ((state = 'ended') = (cost_micros is not null)),
  check ((state = 'ended') = (answered_seconds is not null)),
  check (state not in ('authorised', 'ringing', 'answered') or (authorised_at is not null and granted_seconds is not null)),
  check (state <> 'answered' or answered_at is not null),
  check (ended_at >= answered_at),
  check (answered_seconds <= granted_seconds),
  check (answered_at is not null or cost_micros = 0 or cost_micros is null),
  check (end_order_at is null or ending_reason is not null)
);

-- The lists of an account, newest first, and its periods: ids grow with time.
create index call_of_account on calls.call (account_id, id desc);
create index call_open_of_user on calls.call (user_id, id desc) where state <> 'ended';
-- Which calls share a wallet now.
create index call_open_of_wallet on calls.call (payer_wallet_id) where state <> 'ended';
create index call_due on calls.call (due_at) where due_at is not null;

-- What each leg of an ended call was: the browser's, and one for each trunk that was tried, in order.
create table calls.leg (
  call_id uuid not null references calls.call (id),
  place integer not null,
  kind text not null check (kind in ('browser', 'carrier')),
  sip_call_id text not null,
  from_tag text not null,
  to_tag text,
  trunk text,
  -- What the carrier takes for it, where that is known.
  carrier_cost_micros bigint check (carrier_cost_micros >= 0),
  sip_status integer,
  -- ITU-T Q.850 cause.
  q850_cause integer check (q850_cause between 1 and 127),
  ended_by text check (ended_by in ('caller', 'callee', 'farline', 'carrier')),
  primary key (call_id, place),
  check ((kind = 'carrier') = (trunk is not null))
);

-- The engine as last seen: an open call that two readings lack ends at the reading before the first of them.
create table calls.engine (
  single boolean primary key default true check (single),
  epoch text not null,
  listed_at timestamptz(3)
);
