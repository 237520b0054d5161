-- Payments: what somebody set out to pay, and what became of it at the provider. The money itself is in the ledger.
create schema billing;

create table billing.payment (
  id uuid primary key,
  -- accounts.account, accounts.user, ledger.wallet; no foreign key across modules.
  account_id uuid not null,
  user_id uuid not null,
  wallet_id uuid not null,
  -- Millionths of the currency's unit; whole cents.
  amount bigint not null check (amount > 0 and amount % 10000 = 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  provider text not null check (provider <> ''),
  -- The provider's name for it; ours for the provider is the id.
  provider_id text,
  -- Where the payer pays while it waits.
  page_url text,
  -- starting: the provider may not have heard of it. waiting: for the payer. processing: the money is under way.
  state text not null check (state in ('starting', 'waiting', 'processing', 'succeeded', 'failed', 'cancelled')),
  -- Of the card that was tried last: never its number.
  card_brand text,
  card_last_four text check (card_last_four ~ '^[0-9]{4}$'),
  decline text,
  -- What the provider says was given back, and what the payer's bank took back.
  refunded bigint not null default 0 check (refunded between 0 and amount),
  disputed bigint not null default 0 check (disputed between 0 and amount),
  -- The Idempotency-Key of the request that began it.
  request_key text,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- When the provider is asked for news that did not come by themselves.
  look_at timestamptz not null,
  unique (provider, provider_id),
  unique (user_id, request_key),
  check (state in ('starting', 'cancelled') or provider_id is not null),
  check ((state in ('succeeded', 'failed', 'cancelled')) = (ended_at is not null)),
  check ((card_brand is null) = (card_last_four is null))
);
create index payment_of_account on billing.payment (account_id, created_at);
create index payment_without_end on billing.payment (look_at) where ended_at is null;

-- What providers told by themselves: the same event counts once.
create table billing.provider_event (
  provider text not null,
  event_id text not null,
  type text not null,
  payment_id uuid not null references billing.payment,
  received_at timestamptz not null,
  primary key (provider, event_id)
);

-- Money that came stays true: a payment that succeeded is never anything else, and nobody's payment becomes another's.
create function billing.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'payment % cannot change so', old.id using errcode = 'restrict_violation';
end $$;
create trigger payment_keeps_its_facts before update on billing.payment
  for each row when (
    (old.id, old.account_id, old.user_id, old.wallet_id, old.amount, old.currency, old.provider)
      is distinct from (new.id, new.account_id, new.user_id, new.wallet_id, new.amount, new.currency, new.provider)
    or (old.provider_id is not null and old.provider_id is distinct from new.provider_id)
    or (old.state = 'succeeded' and new.state <> 'succeeded')
    or new.refunded < old.refunded or new.disputed < old.disputed
  ) execute function billing.refuse_change();
create trigger payment_stays before delete on billing.payment
  for each row execute function billing.refuse_change();
