

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA accounts;

CREATE SCHEMA audit;

CREATE SCHEMA billing;

CREATE SCHEMA calls;

CREATE SCHEMA contacts;

CREATE SCHEMA insight;

CREATE SCHEMA ledger;

CREATE SCHEMA limits;

CREATE SCHEMA mail;

CREATE SCHEMA migrations;

CREATE SCHEMA notices;

CREATE SCHEMA numbers;

CREATE SCHEMA platform;

CREATE SCHEMA rating;

CREATE SCHEMA routing;

CREATE SCHEMA status;

CREATE DOMAIN calls.call_state AS text
	CONSTRAINT call_state_check CHECK ((VALUE = ANY (ARRAY['initiated'::text, 'authorised'::text, 'ringing'::text, 'answered'::text, 'ended'::text])));

CREATE DOMAIN calls.currency AS text
	CONSTRAINT currency_check CHECK ((VALUE ~ '^[A-Z]{3}$'::text));

CREATE DOMAIN calls.dialled AS text
	CONSTRAINT dialled_check CHECK ((VALUE ~ '^(\+[1-9][0-9]{6,14}|\*43)$'::text));

CREATE DOMAIN calls.direction AS text
	CONSTRAINT direction_check CHECK ((VALUE = ANY (ARRAY['outbound'::text, 'inbound'::text])));

CREATE DOMAIN calls.e164 AS text
	CONSTRAINT e164_check CHECK ((VALUE ~ '^\+[1-9][0-9]{6,14}$'::text));

CREATE DOMAIN calls.leg_kind AS text
	CONSTRAINT leg_kind_check CHECK ((VALUE = ANY (ARRAY['browser'::text, 'carrier'::text, 'phone'::text])));

CREATE DOMAIN calls.micros AS bigint
	CONSTRAINT micros_check CHECK ((VALUE >= 0));

CREATE DOMAIN calls.placer AS text
	CONSTRAINT placer_check CHECK ((VALUE = ANY (ARRAY['user'::text, 'sip_phone'::text, 'telephone'::text])));

CREATE DOMAIN calls.positive_seconds AS integer
	CONSTRAINT positive_seconds_check CHECK ((VALUE > 0));

CREATE DOMAIN calls.q850_cause AS integer
	CONSTRAINT q850_cause_check CHECK (((VALUE >= 1) AND (VALUE <= 127)));

CREATE DOMAIN calls.seconds AS integer
	CONSTRAINT seconds_check CHECK ((VALUE >= 0));

CREATE DOMAIN calls.side AS text
	CONSTRAINT side_check CHECK ((VALUE = ANY (ARRAY['caller'::text, 'callee'::text, 'farline'::text, 'carrier'::text])));

CREATE TYPE ledger.house_account AS ENUM (
    'revenue',
    'trial_credit',
    'payments',
    'operator_credit',
    'owed',
    'allowance_granted',
    'allowance_used',
    'allowance_expired'
);

CREATE FUNCTION audit.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'audit.event is append-only' using errcode = 'restrict_violation';
end
$$;

CREATE FUNCTION billing.check_invoice_number() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.number <> (select last_number from billing.invoice_series where kind = new.kind) then
    raise exception '% is not the next number of a %', new.number, new.kind using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION billing.keep_invoice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'an invoice is never changed' using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION billing.keep_series() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'UPDATE' or new.kind <> old.kind or new.last_number <> old.last_number + 1 then
    raise exception 'a series of invoices only goes on' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION billing.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'payment % cannot change so', old.id using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION billing.refuse_other_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '%.% cannot change so', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION calls.guard_call() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  is_consistent boolean;
begin
  is_consistent := case new.state
    when 'initiated' then
      num_nonnulls(new.authorised_at, new.ended_at, new.reason, new.ended_by, new.cost_micros, new.answered_seconds) = 0
    when 'ended' then
      num_nonnulls(new.ended_at, new.reason, new.ended_by, new.cost_micros, new.answered_seconds) = 5
      and new.ended_at >= coalesce(new.answered_at, new.ended_at)
      and new.answered_seconds <= coalesce(new.granted_seconds, new.answered_seconds)
      and (new.answered_at is not null or new.cost_micros = 0)
      and new.allowance_seconds <= new.answered_seconds
      and num_nonnulls(new.extend_at, new.send_limit_at, new.warn_at, new.look_at_media_at, new.end_order_at) = 0
    else
      num_nonnulls(new.authorised_at, new.granted_seconds) = 2
      and num_nonnulls(new.ended_at, new.reason, new.ended_by, new.cost_micros, new.answered_seconds) = 0
      and (new.state <> 'ringing' or new.ringing_at is not null)
      and (new.state <> 'answered' or new.answered_at is not null)
  end and (new.end_order_at is null or new.ending_reason is not null)
    and (new.allowance_hold_id is null or new.allowance_wallet_id is not null)
    and (new.allowance_seconds = 0 or new.allowance_hold_id is not null);
  if not is_consistent then
    raise exception 'call % cannot be % so', new.id, new.state using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.state = 'ended'
    and (old.state, old.ended_at, old.reason, old.cost_micros, old.answered_seconds, old.allowance_seconds)
      is distinct from
        (new.state, new.ended_at, new.reason, new.cost_micros, new.answered_seconds, new.allowance_seconds) then
    raise exception 'call % has ended and stays as it was charged', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION ledger.close_hold(of_hold uuid, charge bigint, new_transfer uuid, because_type text, because_id text, to_house ledger.house_account, closing_at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  closed record;
begin
  if charge is null then
    select * into closed from ledger.release_hold(of_hold, closing_at);
    if closed.outcome in ('released', 'repeat') then return true; end if;
  else
    select * into closed
      from ledger.settle_hold(of_hold, charge, new_transfer, because_type, because_id, to_house, closing_at);
    if closed.outcome in ('settled', 'repeat') and closed.charged = charge then return true; end if;
  end if;
  raise exception 'hold % of % % cannot be closed with a charge of %: %',
    of_hold, because_type, because_id, charge, closed.outcome using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION ledger.enlarge_hold(of_hold uuid, wanted bigint, enough bigint, by_key text, enlarging_at timestamp with time zone, OUT outcome text, OUT added bigint, OUT held bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  hold ledger.hold;
  account uuid;
  available bigint;
begin
  if enough is null or enough <= 0 or wanted < enough then
    raise exception 'an enlargement of % to % is none', enough, wanted using errcode = 'invalid_parameter_value';
  end if;
  select * into hold from ledger.hold h where h.id = of_hold for no key update;
  if not found then
    raise exception 'there is no hold %', of_hold using errcode = 'no_data_found';
  end if;
  held := hold.amount;
  if hold.state <> 'open' then
    outcome := 'hold_closed';
    return;
  end if;
  select e.added into added from ledger.hold_enlargement e where e.hold_id = of_hold and e.key = by_key;
  if found then
    outcome := 'repeat';
    return;
  end if;
  select w.account_id, w.balance - w.held into account, available
    from ledger.wallet w where w.id = hold.wallet_id for no key update;
  if available < enough then
    outcome := 'out_of_credit';
    return;
  end if;

  added := least(wanted, available);
  held := held + added;
  insert into ledger.hold_enlargement (hold_id, key, added, at) values (of_hold, by_key, added, enlarging_at);
  update ledger.hold set amount = held where id = of_hold;
  perform ledger.tell_wallet_changed(account, hold.wallet_id);
  outcome := 'enlarged';
end $$;

CREATE FUNCTION ledger.expire_wallet(of_wallet uuid, new_transfer uuid, expiring_at timestamp with time zone, OUT expired bigint, OUT left_over bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  wallet ledger.wallet;
begin
  select * into wallet from ledger.wallet w where w.id = of_wallet for no key update;
  if not found then
    raise exception 'there is no wallet %', of_wallet using errcode = 'no_data_found';
  end if;
  if wallet.expires_at is null or wallet.expires_at > expiring_at then
    raise exception 'wallet % does not expire at %', of_wallet, expiring_at using errcode = 'restrict_violation';
  end if;
  expired := wallet.balance - wallet.held;
  left_over := wallet.held;
  if expired = 0 then return; end if;

  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, 'allowance_expired', new_transfer::text);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at) values
    (new_transfer, of_wallet, null, wallet.unit, -expired, expiring_at),
    (new_transfer, null, 'allowance_expired', wallet.unit, expired, expiring_at);
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
end $$;

CREATE FUNCTION ledger.move_balance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update ledger.wallet set balance = balance + new.amount
    where id = new.wallet_id and unit = new.unit
    returning balance into new.balance_after;
  if not found then
    raise exception 'there is no wallet % in %', new.wallet_id, new.unit using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

CREATE FUNCTION ledger.move_held() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  moved bigint := case new.state when 'open' then new.amount else 0 end;
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'open' or old.wallet_id <> new.wallet_id or old.id <> new.id
      or (old.cause_type, old.cause_id) <> (new.cause_type, new.cause_id) or new.amount < old.amount then
      raise exception 'hold % cannot change so', old.id using errcode = 'restrict_violation';
    end if;
    moved := moved - old.amount;
  end if;
  update ledger.wallet set held = held + moved where id = new.wallet_id;
  return new;
end $$;

CREATE FUNCTION ledger.pay_owed(new_transfer uuid, of_wallet uuid, because_type text, because_id text, paying_at timestamp with time zone, OUT outcome text, OUT paid bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  wallet ledger.wallet;
begin
  paid := 0;
  select * into wallet from ledger.wallet w where w.id = of_wallet for no key update;
  if exists (select from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id) then
    outcome := 'repeat';
    return;
  end if;
  select least(o.amount, wallet.balance - wallet.held) into paid
    from ledger.owing o where o.wallet_id = of_wallet and o.amount > 0 for update;
  if not found or paid = 0 then
    paid := 0;
    outcome := 'nothing';
    return;
  end if;

  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at) values
    (new_transfer, of_wallet, null, wallet.unit, -paid, paying_at),
    (new_transfer, null, 'owed', wallet.unit, paid, paying_at);
  update ledger.owing o set amount = o.amount - paid where o.wallet_id = of_wallet;
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
  outcome := 'posted';
end $$;

CREATE FUNCTION ledger.place_exact_hold(new_hold uuid, of_wallet uuid, amount bigint, seen_available bigint, because_type text, because_id text, placing_at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql
    AS $$
declare
  placed record;
  available bigint;
begin
  select w.balance - w.held into available from ledger.wallet w where w.id = of_wallet for no key update;
  if available <> seen_available then
    return 'changed';
  end if;
  select * into placed
    from ledger.place_hold(new_hold, of_wallet, amount, amount, because_type, because_id, placing_at);
  return placed.outcome;
end $$;

CREATE FUNCTION ledger.place_hold(new_hold uuid, of_wallet uuid, wanted bigint, enough bigint, because_type text, because_id text, placing_at timestamp with time zone, OUT outcome text, OUT hold_id uuid, OUT held bigint, OUT available bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  account uuid;
  before ledger.hold;
begin
  if enough is null or enough <= 0 or wanted < enough then
    raise exception 'a hold of % to % is none', enough, wanted using errcode = 'invalid_parameter_value';
  end if;
  select w.account_id, w.balance - w.held into account, available
    from ledger.wallet w where w.id = of_wallet for no key update;
  if not found then
    raise exception 'there is no wallet %', of_wallet using errcode = 'no_data_found';
  end if;
  -- Final within this wallet, which is locked; the cause of another wallet's hold breaks the unique constraint.
  select * into before from ledger.hold h
    where h.cause_type = because_type and h.cause_id = because_id and h.wallet_id = of_wallet;
  if found then
    hold_id := before.id;
    held := before.amount;
    outcome := case before.state when 'open' then 'repeat' else 'hold_closed' end;
    return;
  end if;
  if available < enough then
    outcome := 'out_of_credit';
    return;
  end if;

  hold_id := new_hold;
  held := least(wanted, available);
  available := available - held;
  insert into ledger.hold (id, wallet_id, cause_type, cause_id, amount, placed_at)
    values (new_hold, of_wallet, because_type, because_id, held, placing_at);
  perform ledger.tell_wallet_changed(account, of_wallet);
  outcome := 'held';
end $$;

CREATE FUNCTION ledger.post_transfer(new_transfer uuid, because_type text, because_id text, posted_at timestamp with time zone, in_unit text, wallets uuid[], houses ledger.house_account[], amounts bigint[], OUT outcome text, OUT transfer_id uuid) RETURNS record
    LANGUAGE plpgsql
    AS $$
begin
  perform from ledger.wallet where id = any (wallets) order by id for no key update;
  select t.id into transfer_id from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id;
  if found then
    if cardinality(amounts) <> (select count(*) from ledger.entry e where e.transfer_id = post_transfer.transfer_id)
      or exists (
      (select e.wallet_id, e.house_account, e.unit, e.amount from ledger.entry e where e.transfer_id = post_transfer.transfer_id)
      except all
      (select line.wallet, line.house, in_unit, line.amount from unnest(wallets, houses, amounts) line (wallet, house, amount))
    ) then
      raise exception 'cause % % was used for another transfer', because_type, because_id using errcode = 'unique_violation';
    end if;
    outcome := 'repeat';
    return;
  end if;
  if exists (
    select from ledger.wallet w
    join (
      select line.wallet, sum(line.amount) as change
      from unnest(wallets, amounts) line (wallet, amount) where line.wallet is not null group by line.wallet
    ) moved on moved.wallet = w.id
    where moved.change < 0 and w.balance - w.held + moved.change < 0
  ) then
    outcome := 'out_of_credit';
    return;
  end if;

  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at)
    select new_transfer, line.wallet, line.house, in_unit, line.amount, posted_at
    from unnest(wallets, houses, amounts) line (wallet, house, amount);
  perform ledger.tell_wallet_changed(w.account_id, w.id) from ledger.wallet w where w.id = any (wallets) order by w.id;
  outcome := 'posted';
  transfer_id := new_transfer;
end $$;

CREATE FUNCTION ledger.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '%.% is never changed so', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION ledger.refuse_money_with_an_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'a wallet of money has no end, and another has one: wallet_of_money_never_expires'
    using errcode = 'check_violation';
end $$;

CREATE FUNCTION ledger.refuse_unbalanced() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
begin
  if exists (select from inserted group by transfer_id, unit having sum(amount) <> 0) then
    raise exception 'the entries of a transfer must sum to zero' using errcode = 'check_violation';
  end if;
  if exists (
    select from inserted
    where house_account is not null and (house_account::text like 'allowance\_%') = (unit ~ '^[A-Z]{3}$')
  ) then
    raise exception 'an allowance is no money, and money is no allowance' using errcode = 'check_violation';
  end if;
  return null;
end $_$;

CREATE FUNCTION ledger.release_hold(of_hold uuid, releasing_at timestamp with time zone, OUT outcome text) RETURNS text
    LANGUAGE plpgsql
    AS $$
declare
  hold ledger.hold;
begin
  select * into hold from ledger.hold h where h.id = of_hold for no key update;
  if not found then
    raise exception 'there is no hold %', of_hold using errcode = 'no_data_found';
  end if;
  outcome := case hold.state when 'open' then 'released' when 'released' then 'repeat' else 'hold_settled' end;
  if hold.state <> 'open' then return; end if;

  update ledger.hold set state = 'released', closed_at = releasing_at where id = of_hold;
  perform ledger.tell_wallet_changed(w.account_id, w.id) from ledger.wallet w where w.id = hold.wallet_id;
end $$;

CREATE FUNCTION ledger.settle_hold(of_hold uuid, charge bigint, new_transfer uuid, because_type text, because_id text, to_house ledger.house_account, settling_at timestamp with time zone, OUT outcome text, OUT charged bigint, OUT transfer_id uuid) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  hold ledger.hold;
  wallet ledger.wallet;
begin
  if charge is null or charge < 0 then
    raise exception 'a charge of % is none', charge using errcode = 'invalid_parameter_value';
  end if;
  select * into hold from ledger.hold h where h.id = of_hold for no key update;
  if not found then
    raise exception 'there is no hold %', of_hold using errcode = 'no_data_found';
  end if;
  if hold.state = 'released' then
    outcome := 'hold_released';
    return;
  end if;
  if hold.state = 'settled' then
    if (hold.settled_cause_type, hold.settled_cause_id) <> (because_type, because_id) then
      outcome := 'settled_for_another_cause';
      return;
    end if;
    outcome := 'repeat';
    charged := hold.charged;
    select t.id into transfer_id from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id;
    return;
  end if;
  if charge > hold.amount then
    outcome := 'charge_exceeds_hold';
    return;
  end if;

  update ledger.hold
    set state = 'settled', closed_at = settling_at, charged = charge,
      settled_cause_type = because_type, settled_cause_id = because_id
    where id = of_hold;
  select * into wallet from ledger.wallet w where w.id = hold.wallet_id;
  if charge > 0 then
    insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
    insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at) values
      (new_transfer, hold.wallet_id, null, wallet.unit, -charge, settling_at),
      (new_transfer, null, to_house, wallet.unit, charge, settling_at);
    transfer_id := new_transfer;
  end if;
  perform ledger.tell_wallet_changed(wallet.account_id, hold.wallet_id);
  outcome := 'settled';
  charged := charge;
end $$;

CREATE FUNCTION ledger.take_back(new_transfer uuid, of_wallet uuid, amount bigint, to_house ledger.house_account, because_type text, because_id text, taking_at timestamp with time zone, OUT outcome text, OUT transfer_id uuid, OUT taken bigint, OUT owed bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  wallet ledger.wallet;
begin
  if amount is null or amount <= 0 then
    raise exception '% cannot be taken back', amount using errcode = 'invalid_parameter_value';
  end if;
  select * into wallet from ledger.wallet w where w.id = of_wallet for no key update;
  if not found then
    raise exception 'there is no wallet %', of_wallet using errcode = 'no_data_found';
  end if;
  select t.id into transfer_id from ledger.transfer t where t.cause_type = because_type and t.cause_id = because_id;
  if found then
    select coalesce(-sum(e.amount), 0) into taken
      from ledger.entry e where e.transfer_id = take_back.transfer_id and e.wallet_id = of_wallet;
    outcome := 'repeat';
    owed := amount - taken;
    return;
  end if;

  taken := least(amount, wallet.balance - wallet.held);
  owed := amount - taken;
  transfer_id := new_transfer;
  insert into ledger.transfer (id, cause_type, cause_id) values (new_transfer, because_type, because_id);
  insert into ledger.entry (transfer_id, wallet_id, house_account, unit, amount, at)
    select new_transfer, line.wallet, line.house, wallet.unit, line.amount, taking_at
    from (values
      (of_wallet, null::ledger.house_account, -taken),
      (null, 'owed'::ledger.house_account, -owed),
      (null, to_house, take_back.amount)
    ) line (wallet, house, amount)
    where line.amount <> 0;
  if owed > 0 then
    insert into ledger.owing (wallet_id, amount) values (of_wallet, owed)
      on conflict (wallet_id) do update set amount = ledger.owing.amount + excluded.amount;
  end if;
  perform ledger.tell_wallet_changed(wallet.account_id, of_wallet);
  outcome := 'posted';
end $$;

CREATE FUNCTION ledger.tell_wallet_changed(of_account uuid, of_wallet uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into platform.event (type, account_id, subject_id) values ('wallet.changed', of_account, of_wallet::text);
end $$;

CREATE FUNCTION limits.claim_spending(of_cause uuid, of_account uuid, of_user uuid, amount bigint, claimed_at timestamp with time zone, to_country text, in_zone text, new_day_from timestamp with time zone, new_day_to timestamp with time zone, new_hour_from timestamp with time zone, new_hour_to timestamp with time zone, account_day bigint, account_hour bigint, account_calls bigint, user_day bigint, user_hour bigint, user_calls bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  a limits.account_counter;
  u limits.user_counter;
  more integer := case when exists (select from limits.claim c where c.cause_id = of_cause) then 0 else 1 end;
begin
  insert into limits.account_counter as kept
    (account_id, time_zone, day_from, day_to, day_used, hour_from, hour_to, hour_used, running)
  values (of_account, in_zone, new_day_from, new_day_to, amount, new_hour_from, new_hour_to, amount, more)
  on conflict (account_id) do update set
    time_zone = excluded.time_zone,
    day_from = case when kept.day_to > claimed_at then kept.day_from else excluded.day_from end,
    day_to = case when kept.day_to > claimed_at then kept.day_to else excluded.day_to end,
    day_used = case when kept.day_to > claimed_at then kept.day_used else 0 end + amount,
    hour_from = case when kept.hour_to > claimed_at then kept.hour_from else excluded.hour_from end,
    hour_to = case when kept.hour_to > claimed_at then kept.hour_to else excluded.hour_to end,
    hour_used = case when kept.hour_to > claimed_at then kept.hour_used else 0 end + amount,
    running = kept.running + more
  returning * into a;

  insert into limits.user_counter as kept (user_id, account_id, day_from, day_used, hour_from, hour_used, running)
  values (of_user, of_account, a.day_from, amount, a.hour_from, amount, more)
  on conflict (user_id) do update set
    day_from = a.day_from,
    day_used = case when kept.day_from = a.day_from then kept.day_used else 0 end + amount,
    hour_from = a.hour_from,
    hour_used = case when kept.hour_from = a.hour_from then kept.hour_used else 0 end + amount,
    running = kept.running + more
  returning * into u;

  insert into limits.claim as kept (cause_id, account_id, user_id, held, day_from, day_held, hour_from, hour_held)
  values (of_cause, of_account, of_user, amount, a.day_from, amount, a.hour_from, amount)
  on conflict (cause_id) do update set
    held = kept.held + amount,
    day_from = a.day_from,
    day_held = case when kept.day_from = a.day_from then kept.day_held else 0 end + amount,
    hour_from = a.hour_from,
    hour_held = case when kept.hour_from = a.hour_from then kept.hour_held else 0 end + amount;

  if to_country is not null then
    insert into limits.country (account_id, country_code, first_at, first_by)
      values (of_account, to_country, claimed_at, of_user) on conflict do nothing;
  end if;

  if a.day_used > account_day or a.hour_used > account_hour or a.running > account_calls
    or u.day_used > user_day or u.hour_used > user_hour or u.running > user_calls then
    raise exception 'a limit of account % is passed', of_account using errcode = 'FL001';
  end if;
  return true;
end $$;

CREATE FUNCTION limits.settle_claim(of_cause uuid, charged bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  c limits.claim;
  unspent bigint;
begin
  delete from limits.claim where cause_id = of_cause returning * into c;
  if not found then return false; end if;
  unspent := greatest(c.held - charged, 0);
  update limits.account_counter a set
    running = greatest(a.running - 1, 0),
    day_used = a.day_used - case when a.day_from = c.day_from then least(unspent, c.day_held) else 0 end,
    hour_used = a.hour_used - case when a.hour_from = c.hour_from then least(unspent, c.hour_held) else 0 end
  where a.account_id = c.account_id;
  update limits.user_counter u set
    running = greatest(u.running - 1, 0),
    day_used = u.day_used - case when u.day_from = c.day_from then least(unspent, c.day_held) else 0 end,
    hour_used = u.hour_used - case when u.hour_from = c.hour_from then least(unspent, c.hour_held) else 0 end
  where u.user_id = c.user_id;
  return true;
end $$;

CREATE FUNCTION platform.hand_out_events(most integer, OUT newest bigint, OUT is_retry_wanted boolean) RETURNS record
    LANGUAGE plpgsql
    AS $$
begin
  perform platform.sequence_events(most);
  select position into newest from platform.event_counter;
  is_retry_wanted := exists (select from platform.event_set_aside where is_wanted_again);
end $$;

CREATE FUNCTION platform.sequence_events(most integer) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare
  base bigint;
  given bigint;
begin
  if not exists (select from platform.event where position is null) then return 0; end if;
  select position into base from platform.event_counter for update skip locked;
  if base is null then return 0; end if;
  with next as (
    select id, row_number() over (order by id) as place
    from (select id from platform.event where position is null order by id limit most) waiting
  )
  update platform.event set position = base + next.place from next
    where event.id = next.id and event.position is null;
  get diagnostics given = row_count;
  if given > 0 then update platform.event_counter set position = base + given; end if;
  return given;
end $$;

CREATE FUNCTION rating.next_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update rating.rate_table set version = version + 1, changed_at = now()
    where name in (select rate_table from changed);
  return null;
end $$;

CREATE FUNCTION rating.next_version_of_all() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update rating.rate_table set version = version + 1, changed_at = now();
  return null;
end $$;

CREATE FUNCTION rating.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'rating.% is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE accounts.account (
    id uuid NOT NULL,
    currency text NOT NULL,
    time_zone text NOT NULL,
    language text NOT NULL,
    state text NOT NULL,
    rate_table text NOT NULL,
    wallet_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    plan_id text DEFAULT 'basic'::text NOT NULL,
    CONSTRAINT account_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT account_plan_id_check CHECK ((plan_id <> ''::text)),
    CONSTRAINT account_state_check CHECK ((state = ANY (ARRAY['trial'::text, 'active'::text, 'closed'::text])))
);

CREATE TABLE accounts.letter (
    id uuid NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    recipient text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    abandoned_at timestamp with time zone,
    last_error text,
    subject text,
    body text,
    CONSTRAINT letter_body_check CHECK ((body <> ''::text)),
    CONSTRAINT letter_check CHECK (((kind = 'notice'::text) = ((subject IS NOT NULL) AND (body IS NOT NULL)))),
    CONSTRAINT letter_kind_check CHECK ((kind = ANY (ARRAY['password_reset'::text, 'password_changed'::text, 'email_changed'::text, 'account_closed'::text, 'notice'::text]))),
    CONSTRAINT letter_subject_check CHECK ((subject <> ''::text))
);

CREATE TABLE accounts.password_reset_token (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT password_reset_token_hash_check CHECK ((octet_length(hash) = 32))
);

CREATE TABLE accounts.picture (
    user_id uuid NOT NULL,
    media_type text NOT NULL,
    bytes bytea NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT picture_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 2097152))),
    CONSTRAINT picture_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);

CREATE TABLE accounts.refresh_token (
    hash bytea NOT NULL,
    session_id uuid NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    replaced_at timestamp with time zone,
    CONSTRAINT refresh_token_hash_check CHECK ((octet_length(hash) = 32))
);

CREATE TABLE accounts.session (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    remembered boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_because text,
    user_agent text,
    address text,
    last_seen_at timestamp with time zone NOT NULL,
    CONSTRAINT session_check CHECK (((ended_at IS NULL) = (ended_because IS NULL))),
    CONSTRAINT session_ended_because_check CHECK ((ended_because = ANY (ARRAY['signed_out'::text, 'password_changed'::text, 'password_reset'::text, 'token_reused'::text, 'operator'::text, 'account_closed'::text]))),
    CONSTRAINT session_user_agent_check CHECK ((length(user_agent) <= 300))
);

CREATE TABLE accounts.sip_phone (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    username text NOT NULL,
    realm text NOT NULL,
    ha1 text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sip_phone_ha1_check CHECK ((ha1 ~ '^[0-9a-f]{32}$'::text)),
    CONSTRAINT sip_phone_name_check CHECK (((name <> ''::text) AND (length(name) <= 60))),
    CONSTRAINT sip_phone_realm_check CHECK ((realm <> ''::text)),
    CONSTRAINT sip_phone_username_check CHECK ((username ~ '^[a-z0-9]{10}$'::text))
);

CREATE TABLE accounts."user" (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    role text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text NOT NULL,
    phone text,
    phone_e164 text,
    password_hash text NOT NULL,
    password_changed_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT user_check CHECK (((phone_e164 IS NULL) OR (phone IS NOT NULL))),
    CONSTRAINT user_email_check CHECK ((email <> ''::text)),
    CONSTRAINT user_first_name_check CHECK ((first_name <> ''::text)),
    CONSTRAINT user_last_name_check CHECK ((last_name <> ''::text)),
    CONSTRAINT user_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
    CONSTRAINT user_phone_e164_check CHECK ((phone_e164 ~ '^\+[1-9][0-9]{6,14}$'::text)),
    CONSTRAINT user_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'operator'::text])))
);

CREATE TABLE audit.event (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    account_id uuid,
    subject uuid,
    address text,
    before jsonb,
    after jsonb,
    CONSTRAINT event_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text)),
    CONSTRAINT event_actor_check CHECK ((actor <> ''::text))
);

CREATE TABLE billing.allowance (
    wallet_id uuid NOT NULL,
    account_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    group_name text,
    period_from timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone
);

CREATE TABLE billing.auto_top_up (
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    stopped_because text,
    mark bigint NOT NULL,
    amount bigint NOT NULL,
    daily_cap bigint NOT NULL,
    method_id uuid,
    changed_at timestamp with time zone NOT NULL,
    look_at timestamp with time zone,
    cap_told_on date,
    CONSTRAINT auto_top_up_amount_check CHECK (((amount > 0) AND ((amount % (10000)::bigint) = 0))),
    CONSTRAINT auto_top_up_check CHECK ((daily_cap >= amount)),
    CONSTRAINT auto_top_up_check1 CHECK (((state = 'stopped'::text) = (stopped_because IS NOT NULL))),
    CONSTRAINT auto_top_up_mark_check CHECK ((mark > 0)),
    CONSTRAINT auto_top_up_state_check CHECK ((state = ANY (ARRAY['on'::text, 'off'::text, 'stopped'::text])))
);

CREATE TABLE billing.buyer (
    account_id uuid NOT NULL,
    name text,
    address text NOT NULL,
    country text,
    tax_id text,
    CONSTRAINT buyer_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT buyer_name_check CHECK ((name <> ''::text)),
    CONSTRAINT buyer_tax_id_check CHECK ((tax_id <> ''::text))
);

CREATE TABLE billing.customer (
    account_id uuid NOT NULL,
    provider text NOT NULL,
    customer text NOT NULL,
    CONSTRAINT customer_customer_check CHECK ((customer <> ''::text)),
    CONSTRAINT customer_provider_check CHECK ((provider <> ''::text))
);

CREATE TABLE billing.dispute (
    id uuid NOT NULL,
    payment_id uuid NOT NULL,
    account_id uuid NOT NULL,
    provider_id text NOT NULL,
    amount bigint NOT NULL,
    state text NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    CONSTRAINT dispute_amount_check CHECK (((amount > 0) AND ((amount % (10000)::bigint) = 0))),
    CONSTRAINT dispute_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
    CONSTRAINT dispute_provider_id_check CHECK ((provider_id <> ''::text)),
    CONSTRAINT dispute_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

CREATE TABLE billing.invoice (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    number bigint NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    month date,
    payment_id uuid,
    currency text NOT NULL,
    total bigint NOT NULL,
    content jsonb NOT NULL,
    CONSTRAINT invoice_check CHECK (((kind = 'statement'::text) = (month IS NOT NULL))),
    CONSTRAINT invoice_check1 CHECK (((kind = 'receipt'::text) = (payment_id IS NOT NULL))),
    CONSTRAINT invoice_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT invoice_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT invoice_number_check CHECK ((number > 0))
);

CREATE TABLE billing.invoice_series (
    kind text NOT NULL,
    last_number bigint NOT NULL,
    CONSTRAINT invoice_series_kind_check CHECK ((kind = ANY (ARRAY['statement'::text, 'receipt'::text]))),
    CONSTRAINT invoice_series_last_number_check CHECK ((last_number >= 0))
);

CREATE TABLE billing.method_setup (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider text NOT NULL,
    provider_id text,
    page_url text,
    state text NOT NULL,
    decline text,
    method_id uuid,
    request_key text,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    look_at timestamp with time zone NOT NULL,
    CONSTRAINT method_setup_check CHECK (((state = ANY (ARRAY['starting'::text, 'cancelled'::text])) OR (provider_id IS NOT NULL))),
    CONSTRAINT method_setup_check1 CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT method_setup_check2 CHECK (((state = 'succeeded'::text) = (method_id IS NOT NULL))),
    CONSTRAINT method_setup_provider_check CHECK ((provider <> ''::text)),
    CONSTRAINT method_setup_state_check CHECK ((state = ANY (ARRAY['starting'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE billing.payment (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    provider text NOT NULL,
    provider_id text,
    page_url text,
    state text NOT NULL,
    card_brand text,
    card_last_four text,
    decline text,
    refunded bigint DEFAULT 0 NOT NULL,
    disputed bigint DEFAULT 0 NOT NULL,
    request_key text,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    look_at timestamp with time zone NOT NULL,
    purpose_type text DEFAULT 'top_up'::text NOT NULL,
    purpose_id text,
    method_id uuid,
    has_receipt boolean DEFAULT false NOT NULL,
    CONSTRAINT payment_amount_check CHECK (((amount > 0) AND ((amount % (10000)::bigint) = 0))),
    CONSTRAINT payment_card_last_four_check CHECK ((card_last_four ~ '^[0-9]{4}$'::text)),
    CONSTRAINT payment_check CHECK (((refunded >= 0) AND (refunded <= amount))),
    CONSTRAINT payment_check1 CHECK (((disputed >= 0) AND (disputed <= amount))),
    CONSTRAINT payment_check2 CHECK (((state = ANY (ARRAY['starting'::text, 'cancelled'::text])) OR (provider_id IS NOT NULL))),
    CONSTRAINT payment_check3 CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT payment_check4 CHECK (((card_brand IS NULL) = (card_last_four IS NULL))),
    CONSTRAINT payment_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT payment_provider_check CHECK ((provider <> ''::text)),
    CONSTRAINT payment_purpose_type_check CHECK ((purpose_type <> ''::text)),
    CONSTRAINT payment_state_check CHECK ((state = ANY (ARRAY['starting'::text, 'waiting'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE billing.payment_method (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider text NOT NULL,
    provider_id text NOT NULL,
    brand text NOT NULL,
    last_four text NOT NULL,
    expires_on date NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    added_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    forgotten_at timestamp with time zone,
    expiry_told_at timestamp with time zone,
    CONSTRAINT payment_method_check CHECK (((NOT is_default) OR (removed_at IS NULL))),
    CONSTRAINT payment_method_last_four_check CHECK ((last_four ~ '^[0-9]{4}$'::text)),
    CONSTRAINT payment_method_provider_check CHECK ((provider <> ''::text)),
    CONSTRAINT payment_method_provider_id_check CHECK ((provider_id <> ''::text))
);

CREATE TABLE billing.plan (
    id text NOT NULL,
    name text NOT NULL,
    "position" integer NOT NULL,
    price bigint NOT NULL,
    currency text NOT NULL,
    rate_table text,
    included_messages integer DEFAULT 0 NOT NULL,
    is_offered boolean DEFAULT true NOT NULL,
    is_sample boolean NOT NULL,
    CONSTRAINT plan_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT plan_id_check CHECK ((id ~ '^[a-z][a-z0-9-]{0,40}$'::text)),
    CONSTRAINT plan_included_messages_check CHECK ((included_messages >= 0)),
    CONSTRAINT plan_name_check CHECK ((name <> ''::text)),
    CONSTRAINT plan_price_check CHECK ((price >= 0))
);

CREATE TABLE billing.plan_charge (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    kind text NOT NULL,
    plan_id text NOT NULL,
    from_plan_id text,
    period_from timestamp with time zone NOT NULL,
    period_to timestamp with time zone NOT NULL,
    days_left integer NOT NULL,
    days integer NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT plan_charge_amount_check CHECK ((amount >= 0)),
    CONSTRAINT plan_charge_check CHECK (((days_left >= 0) AND (days_left <= days))),
    CONSTRAINT plan_charge_check1 CHECK (((kind = 'change'::text) = (from_plan_id IS NOT NULL))),
    CONSTRAINT plan_charge_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'renewal'::text, 'change'::text])))
);

CREATE TABLE billing.plan_minutes (
    plan_id text NOT NULL,
    group_name text NOT NULL,
    seconds integer NOT NULL,
    CONSTRAINT plan_minutes_seconds_check CHECK ((seconds > 0))
);

CREATE TABLE billing.provider_event (
    provider text NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    payment_id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL
);

CREATE TABLE billing.receipt (
    id text NOT NULL,
    account_id uuid NOT NULL,
    cause_type text NOT NULL,
    cause_id text NOT NULL,
    content text NOT NULL,
    key_id text NOT NULL,
    signature text NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    CONSTRAINT receipt_cause_id_check CHECK ((cause_id <> ''::text)),
    CONSTRAINT receipt_cause_type_check CHECK ((cause_type <> ''::text)),
    CONSTRAINT receipt_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{22}$'::text)),
    CONSTRAINT receipt_signature_check CHECK ((signature ~ '^[A-Za-z0-9_-]{86}$'::text))
);

CREATE TABLE billing.receipt_key (
    id text NOT NULL,
    public_key text NOT NULL,
    first_used_at timestamp with time zone NOT NULL,
    CONSTRAINT receipt_key_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{16}$'::text)),
    CONSTRAINT receipt_key_public_key_check CHECK ((public_key ~ '^[A-Za-z0-9_-]{43}$'::text))
);

CREATE TABLE billing.refund (
    id uuid NOT NULL,
    payment_id uuid NOT NULL,
    account_id uuid NOT NULL,
    user_id uuid,
    request_key text,
    amount bigint NOT NULL,
    provider_id text,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    look_at timestamp with time zone NOT NULL,
    CONSTRAINT refund_amount_check CHECK (((amount > 0) AND ((amount % (10000)::bigint) = 0))),
    CONSTRAINT refund_check CHECK (((state = ANY (ARRAY['starting'::text, 'failed'::text])) OR (provider_id IS NOT NULL))),
    CONSTRAINT refund_check1 CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
    CONSTRAINT refund_state_check CHECK ((state = ANY (ARRAY['starting'::text, 'pending'::text, 'succeeded'::text, 'failed'::text])))
);

CREATE TABLE billing.statement_course (
    account_id uuid NOT NULL,
    month date NOT NULL,
    month_begins_at timestamp with time zone NOT NULL,
    seen_entry bigint DEFAULT 0 NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    CONSTRAINT statement_course_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

CREATE TABLE billing.subscription (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    plan_id text NOT NULL,
    own_rate_table text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    anchor_at timestamp with time zone NOT NULL,
    period_number integer NOT NULL,
    period_from timestamp with time zone NOT NULL,
    period_to timestamp with time zone NOT NULL,
    next_plan_id text,
    unpaid_since timestamp with time zone,
    grace_to timestamp with time zone,
    due_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    CONSTRAINT subscription_check CHECK ((period_to > period_from)),
    CONSTRAINT subscription_check1 CHECK (((unpaid_since IS NULL) = (grace_to IS NULL))),
    CONSTRAINT subscription_check2 CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
    CONSTRAINT subscription_end_reason_check CHECK ((end_reason = ANY (ARRAY['cancelled'::text, 'unpaid'::text, 'replaced'::text, 'account_closed'::text]))),
    CONSTRAINT subscription_period_number_check CHECK ((period_number >= 1))
);

CREATE TABLE calls.call (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    payer_wallet_id uuid NOT NULL,
    placed_by calls.placer NOT NULL,
    direction calls.direction NOT NULL,
    from_number calls.e164,
    to_number calls.dialled NOT NULL,
    destination_prefix text NOT NULL,
    country_code text,
    destination_kind text NOT NULL,
    operator text,
    rate_id text,
    rate_table text NOT NULL,
    rate_table_version bigint NOT NULL,
    currency calls.currency NOT NULL,
    per_minute_micros calls.micros NOT NULL,
    connection_micros calls.micros NOT NULL,
    minimum_seconds calls.seconds NOT NULL,
    first_seconds calls.positive_seconds NOT NULL,
    next_seconds calls.positive_seconds NOT NULL,
    quote_id uuid,
    state calls.call_state NOT NULL,
    initiated_at timestamp(3) with time zone NOT NULL,
    authorised_at timestamp(3) with time zone,
    ringing_at timestamp(3) with time zone,
    answered_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    reason text,
    ended_by calls.side,
    sip_status integer,
    answered_seconds calls.seconds,
    cost_micros calls.micros,
    hold_id uuid,
    granted_seconds calls.positive_seconds,
    is_end_known boolean DEFAULT false NOT NULL,
    connection text,
    sip_call_id text,
    from_tag text,
    to_tag text,
    trunk text,
    attempts text DEFAULT ''::text NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    extend_at timestamp(3) with time zone,
    send_limit_at timestamp(3) with time zone,
    warn_at timestamp(3) with time zone,
    unblock_at timestamp(3) with time zone,
    look_at_media_at timestamp(3) with time zone,
    ending_reason text,
    ending_charged_to timestamp(3) with time zone,
    end_order_at timestamp(3) with time zone,
    connection_closed_at timestamp(3) with time zone,
    caller_heard_at timestamp(3) with time zone,
    callee_heard_at timestamp(3) with time zone,
    missing_since timestamp(3) with time zone,
    last_listed_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone GENERATED ALWAYS AS (LEAST(extend_at, send_limit_at, warn_at, unblock_at, look_at_media_at, end_order_at)) STORED,
    end_because text,
    allowance_group text,
    allowance_wallet_id uuid,
    allowance_hold_id uuid,
    allowance_seconds calls.seconds DEFAULT 0 NOT NULL,
    CONSTRAINT call_check CHECK ((is_end_known = (end_because IS NOT NULL))),
    CONSTRAINT call_end_because_check CHECK ((end_because = ANY (ARRAY['money'::text, 'limit_day'::text, 'limit_hour'::text])))
);

CREATE TABLE calls.engine (
    single boolean DEFAULT true NOT NULL,
    epoch text NOT NULL,
    listed_at timestamp(3) with time zone,
    CONSTRAINT engine_single_check CHECK (single)
);

CREATE TABLE calls.guest_call (
    id uuid NOT NULL,
    place text NOT NULL,
    initiated_at timestamp(3) with time zone NOT NULL,
    authorised_at timestamp(3) with time zone,
    answered_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    CONSTRAINT guest_call_check CHECK (((answered_at IS NULL) OR (authorised_at IS NOT NULL))),
    CONSTRAINT guest_call_place_check CHECK ((place <> ''::text))
);

CREATE TABLE calls.leg (
    call_id uuid NOT NULL,
    place integer NOT NULL,
    kind calls.leg_kind NOT NULL,
    sip_call_id text NOT NULL,
    from_tag text NOT NULL,
    to_tag text,
    trunk text,
    carrier_cost_micros calls.micros,
    sip_status integer,
    q850_cause calls.q850_cause,
    ended_by calls.side,
    CONSTRAINT leg_has_its_trunk CHECK ((((kind)::text = 'carrier'::text) = (trunk IS NOT NULL)))
);

CREATE TABLE calls.quality_batch (
    call_id uuid NOT NULL,
    first_second integer NOT NULL,
    seconds integer[] NOT NULL,
    loss_percent real[] NOT NULL,
    jitter_ms real[] NOT NULL,
    round_trip_ms real[] NOT NULL,
    CONSTRAINT quality_batch_check CHECK ((((cardinality(seconds) >= 1) AND (cardinality(seconds) <= 120)) AND (seconds[1] = first_second))),
    CONSTRAINT quality_batch_check1 CHECK ((cardinality(loss_percent) = cardinality(seconds))),
    CONSTRAINT quality_batch_check2 CHECK ((cardinality(jitter_ms) = cardinality(seconds))),
    CONSTRAINT quality_batch_check3 CHECK ((cardinality(round_trip_ms) = cardinality(seconds))),
    CONSTRAINT quality_batch_first_second_check CHECK ((first_second >= 0))
);

CREATE TABLE calls.step (
    call_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    seconds integer NOT NULL,
    CONSTRAINT step_kind_check CHECK ((kind = ANY (ARRAY['extended'::text, 'warned'::text]))),
    CONSTRAINT step_seconds_check CHECK ((seconds >= 0))
);

CREATE TABLE calls.transfer (
    placed_call_id uuid NOT NULL,
    running_call_id uuid NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    joined_at timestamp(3) with time zone,
    is_over boolean DEFAULT false NOT NULL,
    CONSTRAINT transfer_check CHECK ((placed_call_id <> running_call_id))
);

CREATE TABLE calls.trunk_place (
    call_id uuid NOT NULL,
    trunk text NOT NULL
);

CREATE TABLE contacts.book (
    account_id uuid NOT NULL,
    revision bigint NOT NULL,
    CONSTRAINT book_revision_check CHECK ((revision > 0))
);

CREATE TABLE contacts.contact (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    search_name text NOT NULL COLLATE pg_catalog."C",
    note text DEFAULT ''::text NOT NULL,
    is_favourite boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT contact_name_check CHECK (((name <> ''::text) AND (length(name) <= 100))),
    CONSTRAINT contact_note_check CHECK ((length(note) <= 2000))
);

CREATE TABLE contacts.number (
    contact_id uuid NOT NULL,
    place integer NOT NULL,
    account_id uuid NOT NULL,
    number text NOT NULL,
    label text NOT NULL,
    CONSTRAINT number_label_check CHECK ((length(label) <= 30)),
    CONSTRAINT number_number_check CHECK ((number ~ '^\+[1-9][0-9]{6,14}$'::text)),
    CONSTRAINT number_place_check CHECK (((place >= 0) AND (place <= 9)))
);

CREATE TABLE insight.call_quarter (
    account_id uuid NOT NULL,
    quarter timestamp with time zone NOT NULL,
    country_code text NOT NULL,
    destination_kind text NOT NULL,
    calls integer NOT NULL,
    answered integer NOT NULL,
    answered_seconds bigint NOT NULL,
    spend_micros bigint NOT NULL,
    CONSTRAINT call_quarter_answered_seconds_check CHECK ((answered_seconds >= 0)),
    CONSTRAINT call_quarter_calls_check CHECK ((calls >= 0)),
    CONSTRAINT call_quarter_check CHECK (((answered >= 0) AND (answered <= calls))),
    CONSTRAINT call_quarter_quarter_check CHECK ((quarter = date_bin('00:15:00'::interval, quarter, '2000-01-01 00:00:00+00'::timestamp with time zone))),
    CONSTRAINT call_quarter_spend_micros_check CHECK ((spend_micros >= 0))
);

CREATE TABLE insight.counted_call (
    call_id uuid NOT NULL
);

CREATE TABLE insight.earlier_calls (
    single boolean DEFAULT true NOT NULL,
    before uuid NOT NULL,
    is_done boolean DEFAULT false NOT NULL,
    CONSTRAINT earlier_calls_single_check CHECK (single)
);

CREATE TABLE ledger.entry (
    id bigint NOT NULL,
    transfer_id uuid NOT NULL,
    wallet_id uuid,
    house_account ledger.house_account,
    unit text NOT NULL,
    amount bigint NOT NULL,
    balance_after bigint,
    at timestamp with time zone NOT NULL,
    CONSTRAINT entry_amount_check CHECK ((amount <> 0)),
    CONSTRAINT entry_check CHECK ((num_nonnulls(wallet_id, house_account) = 1)),
    CONSTRAINT entry_check1 CHECK (((wallet_id IS NULL) = (balance_after IS NULL)))
);

ALTER TABLE ledger.entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ledger.entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ledger.hold (
    id uuid NOT NULL,
    wallet_id uuid NOT NULL,
    cause_type text NOT NULL,
    cause_id text NOT NULL,
    amount bigint NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    placed_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    charged bigint,
    settled_cause_type text,
    settled_cause_id text,
    CONSTRAINT hold_amount_check CHECK ((amount > 0)),
    CONSTRAINT hold_cause_id_check CHECK ((cause_id <> ''::text)),
    CONSTRAINT hold_cause_type_check CHECK ((cause_type <> ''::text)),
    CONSTRAINT hold_check CHECK (((charged >= 0) AND (charged <= amount))),
    CONSTRAINT hold_check1 CHECK (((state = 'open'::text) = (closed_at IS NULL))),
    CONSTRAINT hold_check2 CHECK ((num_nonnulls(charged, settled_cause_type, settled_cause_id) =
CASE state
    WHEN 'settled'::text THEN 3
    ELSE 0
END)),
    CONSTRAINT hold_state_check CHECK ((state = ANY (ARRAY['open'::text, 'settled'::text, 'released'::text])))
)
WITH (fillfactor='70');

CREATE TABLE ledger.hold_enlargement (
    hold_id uuid NOT NULL,
    key text NOT NULL,
    added bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT hold_enlargement_added_check CHECK ((added > 0)),
    CONSTRAINT hold_enlargement_key_check CHECK ((key <> ''::text))
);

CREATE TABLE ledger.owing (
    wallet_id uuid NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT owing_amount_check CHECK ((amount >= 0))
);

CREATE TABLE ledger.transfer (
    id uuid NOT NULL,
    cause_type text NOT NULL,
    cause_id text NOT NULL,
    CONSTRAINT transfer_cause_id_check CHECK ((cause_id <> ''::text)),
    CONSTRAINT transfer_cause_type_check CHECK ((cause_type <> ''::text))
);

CREATE TABLE ledger.wallet (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    unit text NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    CONSTRAINT wallet_balance_covers_held CHECK ((balance >= held)),
    CONSTRAINT wallet_balance_not_negative CHECK ((balance >= 0)),
    CONSTRAINT wallet_held_not_negative CHECK ((held >= 0)),
    CONSTRAINT wallet_unit_check CHECK ((unit <> ''::text))
)
WITH (fillfactor='50');

CREATE TABLE limits.account_counter (
    account_id uuid NOT NULL,
    time_zone text NOT NULL,
    day_from timestamp(3) with time zone NOT NULL,
    day_to timestamp(3) with time zone NOT NULL,
    day_used bigint NOT NULL,
    hour_from timestamp(3) with time zone NOT NULL,
    hour_to timestamp(3) with time zone NOT NULL,
    hour_used bigint NOT NULL,
    running integer NOT NULL,
    CONSTRAINT account_counter_day_used_check CHECK ((day_used >= 0)),
    CONSTRAINT account_counter_hour_used_check CHECK ((hour_used >= 0)),
    CONSTRAINT account_counter_running_check CHECK ((running >= 0))
)
WITH (fillfactor='50');

CREATE TABLE limits.ceiling (
    owner_id uuid NOT NULL,
    account_id uuid NOT NULL,
    day_micros bigint,
    hour_micros bigint,
    per_minute_micros bigint,
    connection_micros bigint,
    calls integer,
    new_countries integer,
    changed_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT ceiling_calls_check CHECK ((calls >= 1)),
    CONSTRAINT ceiling_connection_micros_check CHECK ((connection_micros >= 0)),
    CONSTRAINT ceiling_day_micros_check CHECK ((day_micros >= 0)),
    CONSTRAINT ceiling_hour_micros_check CHECK ((hour_micros >= 0)),
    CONSTRAINT ceiling_new_countries_check CHECK ((new_countries >= 0)),
    CONSTRAINT ceiling_per_minute_micros_check CHECK ((per_minute_micros >= 0))
);

CREATE TABLE limits.claim (
    cause_id uuid NOT NULL,
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    held bigint NOT NULL,
    day_from timestamp(3) with time zone NOT NULL,
    day_held bigint NOT NULL,
    hour_from timestamp(3) with time zone NOT NULL,
    hour_held bigint NOT NULL,
    CONSTRAINT claim_check CHECK (((day_held >= 0) AND (day_held <= held))),
    CONSTRAINT claim_check1 CHECK (((hour_held >= 0) AND (hour_held <= held))),
    CONSTRAINT claim_held_check CHECK ((held >= 0))
);

CREATE TABLE limits.country (
    account_id uuid NOT NULL,
    country_code text NOT NULL,
    first_at timestamp(3) with time zone NOT NULL,
    first_by uuid NOT NULL
);

CREATE TABLE limits.hour (
    account_id uuid NOT NULL,
    hour_from timestamp(3) with time zone NOT NULL,
    spent bigint NOT NULL,
    told_at timestamp(3) with time zone,
    CONSTRAINT hour_spent_check CHECK ((spent >= 0))
);

CREATE TABLE limits.lift (
    account_id uuid NOT NULL,
    limit_name text NOT NULL,
    until timestamp(3) with time zone NOT NULL,
    CONSTRAINT lift_limit_name_check CHECK ((limit_name = ANY (ARRAY['day'::text, 'hour'::text, 'per_minute'::text, 'connection_fee'::text, 'calls'::text, 'new_countries'::text])))
);

CREATE TABLE limits.opened (
    account_id uuid NOT NULL,
    country_code text NOT NULL,
    kind text NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL,
    opened_by uuid NOT NULL
);

CREATE TABLE limits.user_counter (
    user_id uuid NOT NULL,
    account_id uuid NOT NULL,
    day_from timestamp(3) with time zone NOT NULL,
    day_used bigint NOT NULL,
    hour_from timestamp(3) with time zone NOT NULL,
    hour_used bigint NOT NULL,
    running integer NOT NULL,
    CONSTRAINT user_counter_day_used_check CHECK ((day_used >= 0)),
    CONSTRAINT user_counter_hour_used_check CHECK ((hour_used >= 0)),
    CONSTRAINT user_counter_running_check CHECK ((running >= 0))
)
WITH (fillfactor='50');

CREATE TABLE mail.captured (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL
);

CREATE TABLE migrations.file (
    name text NOT NULL,
    checksum text NOT NULL,
    ran_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE notices.notice (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    facts jsonb NOT NULL,
    cause text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone,
    CONSTRAINT notice_cause_check CHECK ((cause <> ''::text))
);

CREATE TABLE notices.setting (
    user_id uuid NOT NULL,
    low_balance_micros bigint NOT NULL,
    mails_low_balance boolean NOT NULL,
    mails_calls boolean NOT NULL,
    mails_new_device boolean NOT NULL,
    mails_payments boolean DEFAULT true NOT NULL,
    mails_plan boolean DEFAULT true NOT NULL,
    mails_unusual boolean DEFAULT true NOT NULL,
    CONSTRAINT setting_low_balance_micros_check CHECK ((low_balance_micros >= 0))
);

CREATE TABLE notices.told_low (
    user_id uuid NOT NULL,
    told_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE numbers.number (
    e164 text NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT number_check CHECK (((kind = 'sandbox'::text) = (e164 ~~ '+999%'::text))),
    CONSTRAINT number_e164_check CHECK ((e164 ~ '^\+[1-9][0-9]{6,14}$'::text)),
    CONSTRAINT number_kind_check CHECK ((kind = ANY (ARRAY['sandbox'::text, 'bought'::text])))
);

CREATE TABLE platform.event (
    id bigint NOT NULL,
    "position" bigint,
    type text NOT NULL,
    account_id uuid,
    subject_id text NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    occurred_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE platform.event_counter (
    is_single boolean DEFAULT true NOT NULL,
    "position" bigint NOT NULL,
    forgotten bigint DEFAULT 0 NOT NULL,
    CONSTRAINT event_counter_is_single_check CHECK (is_single)
);

ALTER TABLE platform.event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME platform.event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE platform.event_set_aside (
    subscription text NOT NULL,
    "position" bigint NOT NULL,
    type text NOT NULL,
    account_id uuid,
    subject_id text NOT NULL,
    payload jsonb NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    failures integer NOT NULL,
    error text NOT NULL,
    set_aside_at timestamp with time zone DEFAULT now() NOT NULL,
    is_wanted_again boolean DEFAULT false NOT NULL
);

CREATE TABLE platform.idempotency (
    user_id uuid NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    body_hash text NOT NULL,
    status integer,
    reply text,
    started_at timestamp with time zone NOT NULL
);

CREATE TABLE platform.rate_limit (
    key text NOT NULL,
    taken integer NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE platform.subscription (
    name text NOT NULL,
    "position" bigint NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    CONSTRAINT failing_since_the_first_failure CHECK (((failures = 0) = (failing_since IS NULL)))
);

CREATE TABLE rating.destination (
    prefix text NOT NULL,
    country_code text NOT NULL,
    kind text NOT NULL,
    operator text,
    CONSTRAINT destination_country_code_check CHECK ((country_code ~ '^([A-Z]{2}|001)$'::text)),
    CONSTRAINT destination_kind_check CHECK ((kind = ANY (ARRAY['fixed'::text, 'mobile'::text, 'toll_free'::text, 'premium'::text, 'shared_cost'::text, 'voip'::text, 'personal'::text, 'uan'::text, 'pager'::text]))),
    CONSTRAINT destination_operator_check CHECK ((operator <> ''::text)),
    CONSTRAINT destination_prefix_check CHECK ((prefix ~ '^[1-9][0-9]{0,14}$'::text))
);

CREATE TABLE rating.destination_group (
    name text NOT NULL,
    title text NOT NULL,
    CONSTRAINT destination_group_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{0,40}$'::text)),
    CONSTRAINT destination_group_title_check CHECK ((title <> ''::text))
);

CREATE TABLE rating.group_member (
    group_name text NOT NULL,
    country_code text NOT NULL,
    kind text NOT NULL,
    CONSTRAINT group_member_country_code_check CHECK ((country_code ~ '^([A-Z]{2}|001)$'::text))
);

CREATE TABLE rating.loaded_file (
    name text NOT NULL,
    checksum text NOT NULL,
    loaded_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE rating.quote (
    id uuid NOT NULL,
    number text NOT NULL,
    prefix text NOT NULL,
    country_code text,
    kind text NOT NULL,
    operator text,
    rate_id uuid,
    rate_table text NOT NULL,
    rate_table_version bigint NOT NULL,
    currency text NOT NULL,
    per_minute_micros bigint NOT NULL,
    connection_micros bigint NOT NULL,
    minimum_seconds integer NOT NULL,
    first_seconds integer NOT NULL,
    next_seconds integer NOT NULL,
    frozen_at timestamp with time zone NOT NULL
);

CREATE TABLE rating.rate (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    rate_table text NOT NULL,
    country_code text NOT NULL,
    kind text NOT NULL,
    prefix text DEFAULT ''::text NOT NULL,
    per_minute_micros bigint NOT NULL,
    connection_micros bigint NOT NULL,
    minimum_seconds integer NOT NULL,
    first_seconds integer NOT NULL,
    next_seconds integer NOT NULL,
    is_open boolean NOT NULL,
    effective_from timestamp with time zone NOT NULL,
    effective_to timestamp with time zone,
    CONSTRAINT rate_check CHECK ((effective_to > effective_from)),
    CONSTRAINT rate_connection_micros_check CHECK (((connection_micros >= 0) AND (connection_micros <= 1000000000))),
    CONSTRAINT rate_country_code_check CHECK ((country_code ~ '^([A-Z]{2}|001)$'::text)),
    CONSTRAINT rate_first_seconds_check CHECK (((first_seconds >= 1) AND (first_seconds <= 3600))),
    CONSTRAINT rate_minimum_seconds_check CHECK (((minimum_seconds >= 0) AND (minimum_seconds <= 3600))),
    CONSTRAINT rate_next_seconds_check CHECK (((next_seconds >= 1) AND (next_seconds <= 3600))),
    CONSTRAINT rate_per_minute_micros_check CHECK (((per_minute_micros >= 0) AND (per_minute_micros <= 1000000000))),
    CONSTRAINT rate_prefix_check CHECK ((prefix ~ '^([1-9][0-9]{0,14})?$'::text))
);

CREATE TABLE rating.rate_table (
    name text NOT NULL,
    currency text NOT NULL,
    is_sample boolean NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    based_on text,
    percent_off integer,
    CONSTRAINT rate_table_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT rate_table_is_based_on_another CHECK (((num_nonnulls(based_on, percent_off) = ANY (ARRAY[0, 2])) AND (based_on IS DISTINCT FROM name))),
    CONSTRAINT rate_table_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT rate_table_percent_off_check CHECK (((percent_off >= 1) AND (percent_off <= 99)))
);

CREATE TABLE routing.trunk (
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    transport text NOT NULL,
    strip_characters integer DEFAULT 0 NOT NULL,
    prepend text DEFAULT ''::text NOT NULL,
    prefixes text[] DEFAULT '{}'::text[] NOT NULL,
    priority integer NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    weight integer DEFAULT 1 NOT NULL,
    capacity integer,
    CONSTRAINT trunk_capacity_check CHECK (((capacity >= 1) AND (capacity <= 100000))),
    CONSTRAINT trunk_host_check CHECK ((host ~ '^[A-Za-z0-9.:-]+$'::text)),
    CONSTRAINT trunk_kind_check CHECK ((kind = ANY (ARRAY['sandbox'::text, 'real'::text]))),
    CONSTRAINT trunk_name_check CHECK ((name ~ '^[A-Za-z0-9-]{1,32}$'::text)),
    CONSTRAINT trunk_port_check CHECK (((port >= 1) AND (port <= 65535))),
    CONSTRAINT trunk_prepend_check CHECK ((prepend ~ '^[+*#0-9]{0,20}$'::text)),
    CONSTRAINT trunk_priority_check CHECK (((priority >= 1) AND (priority <= 1000))),
    CONSTRAINT trunk_strip_characters_check CHECK (((strip_characters >= 0) AND (strip_characters <= 15))),
    CONSTRAINT trunk_transport_check CHECK ((transport = ANY (ARRAY['udp'::text, 'tcp'::text]))),
    CONSTRAINT trunk_weight_check CHECK (((weight >= 1) AND (weight <= 1000)))
);

CREATE TABLE status.probe (
    is_single boolean DEFAULT true NOT NULL,
    written_at timestamp with time zone NOT NULL,
    CONSTRAINT probe_is_single_check CHECK (is_single)
);

CREATE TABLE status.reading (
    slot timestamp with time zone NOT NULL,
    web boolean,
    engine boolean,
    database boolean,
    CONSTRAINT reading_slot_check CHECK ((mod(EXTRACT(epoch FROM slot), (10)::numeric) = (0)::numeric))
);

INSERT INTO accounts.account VALUES
	('01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 'USD', 'UTC', 'en', 'active', 'sample', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', '2026-11-21 15:40:03.246+00', 'basic');

INSERT INTO accounts.letter VALUES
	('01a1fec3-bd98-7434-a261-f73a8b7bdbf3', 'email_changed', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '01a1fec3-bd15-7125-ab93-4c137a77dd19@example.org', '2026-11-21 15:40:03.352+00', 0, '2026-11-21 15:40:03.352+00', NULL, NULL, NULL, NULL, NULL),
	('01a1fec3-be11-73fa-bddd-be22ece9594f', 'notice', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', 'ada@example.org', '2026-11-21 15:40:03.473+00', 0, '2026-11-21 15:40:03.473+00', NULL, NULL, NULL, 'Your receipt: 25.00 USD added to Farline', 'Your payment has arrived. Thank you.

Amount: 25.00 USD
Paid by: Visa ending in 4242
Date: 2026-11-21 15:40 UTC
Payment: 01a1fec3-bddd-7024-a211-1ddf305f0a13
Balance: 27.00 USD

Your balance and every charge: http://localhost:4001/billing');

INSERT INTO accounts.refresh_token VALUES
	('\x72f1ccb4971175ada7815a70b512678b3ec52abf43f1827c1974b93f602cad06', '01a1fec3-bd2e-72c2-b04f-3c6ba93990e9', '2026-11-21 15:40:03.246+00', NULL);

INSERT INTO accounts.session VALUES
	('01a1fec3-bd2e-72c2-b04f-3c6ba93990e9', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', true, '2026-11-21 15:40:03.246+00', '2026-12-21 15:40:03.246+00', NULL, NULL, 'node', '127.0.0.1', '2026-11-21 15:40:03.246+00');

INSERT INTO accounts."user" VALUES
	('01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 'customer', 'Ada', 'Lovelace', 'ada@example.org', NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$BmhGAccsmsumZH4NcBZK6Q$fAMKWWQzcaRJxEGSFM8opTXyAhR1wrKcJRLBSILplLg', '2026-11-21 15:40:03.246+00', '2026-11-21 15:40:03.246+00');

INSERT INTO audit.event VALUES
	('01a1fec3-bd2e-72c1-b928-89cb756638fa', '2026-11-21 15:40:03.246+00', 'user:01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', 'account.opened', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '127.0.0.1', NULL, '{"email": "01a1fec3-bd15-7125-ab93-4c137a77dd19@example.org", "state": "trial"}'),
	('01a1fec3-bd98-7433-8e1a-268357d395f1', '2026-11-21 15:40:03.352+00', 'user:01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', 'user.email_changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '127.0.0.1', '{"email": "01a1fec3-bd15-7125-ab93-4c137a77dd19@example.org", "phone": null}', '{"email": "ada@example.org", "phone": null}'),
	('01a1fec3-be11-73f7-8efc-70371dc83dcf', '2026-11-21 15:40:03.473+00', 'system', 'account.activated', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', NULL, '{"state": "trial"}', '{"state": "active"}');

INSERT INTO billing.customer VALUES
	('01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 'sandbox', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615');

INSERT INTO billing.invoice_series VALUES
	('statement', 0),
	('receipt', 0);

INSERT INTO billing.payment VALUES
	('01a1fec3-bddd-7024-a211-1ddf305f0a13', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', 25000000, 'USD', 'sandbox', 'pay_z8LWKbPQ4X010tpGc6yBm0YH', 'http://127.0.0.1:32901/pay/pay_z8LWKbPQ4X010tpGc6yBm0YH', 'succeeded', 'Visa', '4242', NULL, 0, 0, '01a1fec3-bdce-776f-9e14-d22acb913c50', '2026-11-21 15:40:03.421+00', '2026-11-21 15:40:03.473+00', '2026-11-21 15:40:13.421+00', 'top_up', NULL, NULL, false);

INSERT INTO billing.plan VALUES
	('basic', 'Basic', 0, 0, 'USD', NULL, 0, true, false),
	('plus', 'Plus', 1, 5000000, 'USD', 'sample-plus', 50, true, true),
	('pro', 'Pro', 2, 15000000, 'USD', 'sample-pro', 200, true, true);

INSERT INTO billing.plan_minutes VALUES
	('plus', 'north-america', 12000),
	('plus', 'europe-fixed', 12000),
	('pro', 'north-america', 60000),
	('pro', 'europe-fixed', 60000),
	('pro', 'europe-mobile', 12000),
	('pro', 'asia-pacific', 12000);

INSERT INTO billing.provider_event VALUES
	('sandbox', 'event_BI7jR3DU55ylCja95_AyXXlx', 'payment.succeeded', '01a1fec3-bddd-7024-a211-1ddf305f0a13', '2026-11-21 15:40:03.473+00');

INSERT INTO calls.call VALUES
	('01a1fec3-be3c-7556-87ef-049d35220fa3', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', 'user', 'outbound', '+999310247537', '+447700900123', '447700', 'GB', 'mobile', NULL, NULL, 'sample', 1, 'USD', 20000, 0, 0, 60, 60, '01a1fec3-be3c-7558-b42c-b8eda556363e', 'ended', '2026-11-21 15:40:03.516+00', '2026-11-21 15:40:03.516+00', NULL, '2026-11-21 15:40:03.516+00', '2026-11-21 15:41:33.516+00', 'hangup_caller', 'caller', NULL, 90, 40000, '01a1fec3-be3c-7557-8dab-737f5be4daac', 180, false, '127.0.0.1:40001', 'sip-01a1fec3-be3c-7556-87ef-049d35220fa3', 'from-01a1fec3-be3c-7556-87ef-049d35220fa3', 'to-01a1fec3-be3c-7556-87ef-049d35220fa3', 'sandbox-a', 'sandbox-a=200', 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, DEFAULT, NULL, NULL, NULL, NULL, 0),
	('01a1fec5-1dcc-75f3-97a6-abea70d4af29', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', 'user', 'outbound', '+999310247537', '+447700900123', '447700', 'GB', 'mobile', NULL, NULL, 'sample', 1, 'USD', 20000, 0, 0, 60, 60, '01a1fec5-1dcc-75f5-941e-1d6bdbe10bea', 'answered', '2026-11-21 15:41:33.516+00', '2026-11-21 15:41:33.516+00', NULL, '2026-11-21 15:41:33.516+00', NULL, NULL, NULL, NULL, NULL, NULL, '01a1fec5-1dcc-75f4-b030-ba6d57a2dd9a', 180, false, '127.0.0.1:40001', 'sip-01a1fec5-1dcc-75f3-97a6-abea70d4af29', 'from-01a1fec5-1dcc-75f3-97a6-abea70d4af29', 'to-01a1fec5-1dcc-75f3-97a6-abea70d4af29', 'sandbox-a', 'sandbox-a=200', 2, '2026-11-21 15:43:18.516+00', NULL, NULL, NULL, '2026-11-21 15:41:38.516+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, DEFAULT, NULL, NULL, NULL, NULL, 0);

INSERT INTO calls.leg VALUES
	('01a1fec3-be3c-7556-87ef-049d35220fa3', 0, 'browser', 'sip-01a1fec3-be3c-7556-87ef-049d35220fa3', 'from-01a1fec3-be3c-7556-87ef-049d35220fa3', 'to-01a1fec3-be3c-7556-87ef-049d35220fa3', NULL, NULL, 200, 16, 'caller'),
	('01a1fec3-be3c-7556-87ef-049d35220fa3', 1, 'carrier', 'sip-01a1fec3-be3c-7556-87ef-049d35220fa3', 'from-01a1fec3-be3c-7556-87ef-049d35220fa3', 'to-01a1fec3-be3c-7556-87ef-049d35220fa3', 'sandbox-a', NULL, 200, 16, 'caller');

INSERT INTO ledger.entry OVERRIDING SYSTEM VALUE VALUES
	(1, '01a1fec3-bd2e-72c0-a1b7-acbed1db5317', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', NULL, 'USD', 2000000, 2000000, '2026-11-21 15:40:03.246+00'),
	(2, '01a1fec3-bd2e-72c0-a1b7-acbed1db5317', NULL, 'trial_credit', 'USD', -2000000, NULL, '2026-11-21 15:40:03.246+00'),
	(3, '01a1fec3-be11-73f8-b686-2ec093fc68c6', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', NULL, 'USD', 25000000, 27000000, '2026-11-21 15:40:03.473+00'),
	(4, '01a1fec3-be11-73f8-b686-2ec093fc68c6', NULL, 'payments', 'USD', -25000000, NULL, '2026-11-21 15:40:03.473+00'),
	(5, '01a1fec5-1dcc-75f2-99e7-e218cd76dad6', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', NULL, 'USD', -40000, 26960000, '2026-11-21 15:41:33.516+00'),
	(6, '01a1fec5-1dcc-75f2-99e7-e218cd76dad6', NULL, 'revenue', 'USD', 40000, NULL, '2026-11-21 15:41:33.516+00');

INSERT INTO ledger.hold VALUES
	('01a1fec3-be3c-7557-8dab-737f5be4daac', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', 'call', '01a1fec3-be3c-7556-87ef-049d35220fa3', 60000, 'settled', '2026-11-21 15:40:03.516+00', '2026-11-21 15:41:33.516+00', 40000, 'call', '01a1fec3-be3c-7556-87ef-049d35220fa3'),
	('01a1fec5-1dcc-75f4-b030-ba6d57a2dd9a', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', 'call', '01a1fec5-1dcc-75f3-97a6-abea70d4af29', 60000, 'open', '2026-11-21 15:41:33.516+00', NULL, NULL, NULL, NULL);

INSERT INTO ledger.transfer VALUES
	('01a1fec3-bd2e-72c0-a1b7-acbed1db5317', 'trial', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615'),
	('01a1fec3-be11-73f8-b686-2ec093fc68c6', 'payment', '01a1fec3-bddd-7024-a211-1ddf305f0a13'),
	('01a1fec5-1dcc-75f2-99e7-e218cd76dad6', 'call', '01a1fec3-be3c-7556-87ef-049d35220fa3');

INSERT INTO ledger.wallet VALUES
	('01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 'USD', 26960000, 60000, '2026-11-21 15:40:03.246+00', NULL);

INSERT INTO limits.account_counter VALUES
	('01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 'UTC', '2026-11-21 00:00:00+00', '2026-11-22 00:00:00+00', 100000, '2026-11-21 15:00:00+00', '2026-11-21 16:00:00+00', 100000, 1);

INSERT INTO limits.claim VALUES
	('01a1fec5-1dcc-75f3-97a6-abea70d4af29', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', 60000, '2026-11-21 00:00:00+00', 60000, '2026-11-21 15:00:00+00', 60000);

INSERT INTO limits.country VALUES
	('01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 'GB', '2026-11-21 15:40:03.516+00', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c');

INSERT INTO limits.user_counter VALUES
	('01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '2026-11-21 00:00:00+00', 100000, '2026-11-21 15:00:00+00', 100000, 1);

INSERT INTO migrations.file VALUES
	('0001_platform.sql', '5ff5922d09a77994f8c770f17f3c6edf0f870c7aba2f9dece62b55f318e72e70', '2026-11-21 15:40:02.018481+00'),
	('0002_ledger.sql', '71200f9472e2c82e45355fc6e0c7a4fe305c6582c2c277217a611e259195b0e6', '2026-11-21 15:40:02.026756+00'),
	('0003_accounts.sql', 'd3bb48cc35779832e5696cf2fffe94e0e11e0afdb6503f43012de690d94c6ecf', '2026-11-21 15:40:02.037393+00'),
	('0004_rating.sql', '81e4ad42f360720b6adb6b475f3e713ee80d072a2fadaacf8cbc0e2c36d17479', '2026-11-21 15:40:02.049615+00'),
	('0005_numbers.sql', 'ac617f79f633bbaeb5104b60c79293a4fe2d83d85a73321ab92eaf2e7982923e', '2026-11-21 15:40:02.059718+00'),
	('0006_routing.sql', 'bccde4c122afe0fb632af919b33fcac6bff561752a0f8a8f5bfeb69055986e30', '2026-11-21 15:40:02.061905+00'),
	('0007_calls.sql', '07ddfc8f3b0d336b462c36bb48e1bfd4992c0b34baec5360d1ba6dadefa97cb0', '2026-11-21 15:40:02.064498+00'),
	('0009_status.sql', 'fa4f9b675d2c81085ce5491c2f47877e4b8fb0d96fd7b73a6878e1f9b0f96c42', '2026-11-21 15:40:02.071669+00'),
	('0010_contacts.sql', '4828cd95551191770623c21098114193cb5dc2382cfd4c1d333fbdfe085bbeb5', '2026-11-21 15:40:02.074571+00'),
	('0011_insight.sql', 'b594ba872920e4a3d8f27a0a7912eb705b730bd471c9bb87f3951b5578399955', '2026-11-21 15:40:02.079781+00'),
	('0012_calls_history.sql', 'a5803d15ffc9966fff0247186816c3ccff637bd0704ed2684298e0e9ec6ddf34', '2026-11-21 15:40:02.082567+00'),
	('0013_accounts_settings.sql', '72a345a950e7ee320c3418c2ee7cf8584aeae5b70d99bb3abff3c1ec3b225306', '2026-11-21 15:40:02.086727+00'),
	('0014_notices.sql', 'fae8cf8657702589057dd4bfcdee3af866fd81e2d3fb93470790df4569c421da', '2026-11-21 15:40:02.09126+00'),
	('0015_calls_guests.sql', '919e54023cd404d83d3f2d62586b8902da26946aa1d204ee19be397259dbe62f', '2026-11-21 15:40:02.094784+00'),
	('0016_calls_checks.sql', '60b0b1d63f3919c4341234f0dbebd4635efeb15fd27c61b1b50c46e9d101fadf', '2026-11-21 15:40:02.097316+00'),
	('0017_billing_payments.sql', '24f28d55e64fe8411e143326280968850c8b4c2571a81ac78c31b6d304d60bec', '2026-11-21 15:40:02.106815+00'),
	('0018_calls_phones.sql', '46ab199a78d48eb6d1f7075a8ac01c1b9da3ec653cd6f01e87476efc19319604', '2026-11-21 15:40:02.111281+00'),
	('0019_accounts_phones_of_account.sql', 'd3f45ca8ef6a98763f1a06bf0bf308772214083befcf296a517824ce8931b7e7', '2026-11-21 15:40:02.114128+00'),
	('0020_calls_transfers.sql', '068382f1198236d6e00832ae63e690ea38525c54f6e8fb89885d144562df0398', '2026-11-21 15:40:02.115359+00'),
	('0022_routing_weights.sql', '9e69d4143e49a7e3d639fc1ede1fcf69441f0023622c3aebf6aee060b10d340a', '2026-11-21 15:40:02.117638+00'),
	('0023_ledger_owed.sql', 'f07a5d7e0a582fe136795468bda43e3175ae84b315c9e91364eeca742e014695', '2026-11-21 15:40:02.118589+00'),
	('0024_billing_methods.sql', '08c2025e1b5e991f411af7fe3f4f1ab73bd26d3c6798a8086d2524799bd355d9', '2026-11-21 15:40:02.121417+00'),
	('0026_ledger_allowances.sql', 'c8f8a9f8bdacb3c08019d9cce680b35a2b1aa182994e2acac96e5c06e3ac29d8', '2026-11-21 15:40:02.133438+00'),
	('0027_rating_groups.sql', '027fa33084c78fab30c6ac41acc3ba6dcc820d62bc757d57823c6bf0cfc706c1', '2026-11-21 15:40:02.135583+00'),
	('0028_billing_plans.sql', '09b6839497369994af15a4ca8ef5d542451de0285f3494b55113a280aba468b1', '2026-11-21 15:40:02.139729+00'),
	('0029_limits.sql', '7770083dfa83d7621ba2baff961f1552d08939fcc17572230a91096271eaeeb5', '2026-11-21 15:40:02.148139+00'),
	('0030_notices_money.sql', 'e59dfb5a4a334394d030bc7296c5f8948013d686d60e77fe3e4a2cfc0910307f', '2026-11-21 15:40:02.155607+00'),
	('0031_billing_invoices.sql', '97fa015dae4be960c793767930711187159fc6298da5bf7a279b24a443746896', '2026-11-21 15:40:02.156599+00'),
	('0032_billing_receipts.sql', '8dbd1a3831bf731e5ae9785dc59dc6f5c172438ec07ac9e97c1527ee11cb730f', '2026-11-21 15:40:02.163378+00'),
	('0033_ledger_exact.sql', '424c64dec2b2847ec12b5b057b653599f3783b2de6053df9aa3017d70ccf3602', '2026-11-21 15:40:02.166875+00'),
	('0034_platform_events.sql', 'e2edc482c7e32a5682c94c69b7ef610c650ff199a50e951065a969e14823dd45', '2026-11-21 15:40:02.16765+00'),
	('0035_calls_trunk_places.sql', 'fcc337ae14460a8f57fd1d5bb5df9dddd5365253a32854ed8dc8e81632339ac4', '2026-11-21 15:40:02.171051+00'),
	('0036_calls_limits.sql', '5546b63c2689af9cb777b00af879979fa1a2b8b19b7420ac08e72ffa4e9cc073', '2026-11-21 15:40:02.172919+00'),
	('0037_calls_allowances.sql', '5f20f7f9ef716dc0c57bf22812549ed6ed8c2e00cbc1d5b4dbfd447986f800f6', '2026-11-21 15:40:02.17418+00'),
	('0038_accounts_plan.sql', '86fb03f8cabddd9004e4d14e1d9862ea47ec260fe7585176dfa0831fafc18053', '2026-11-21 15:40:02.178111+00'),
	('0039_notices_kinds.sql', '0b432b1de891c97f149698566ca1b25cf6050b9cf56085f94bcf5a99fcba9bfe', '2026-11-21 15:40:02.179607+00');

INSERT INTO notices.notice VALUES
	('01a1fec3-bdc1-7666-ad2e-fefd3b53235e', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 'email_changed', '{"email": "ada@example.org", "address": "127.0.0.1"}', '2', '2026-11-21 15:40:03.393+00', NULL);

INSERT INTO numbers.number VALUES
	('+999310247537', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 'sandbox', '2026-11-21 15:40:03.246+00');

INSERT INTO platform.event OVERRIDING SYSTEM VALUE VALUES
	(1, 1, 'wallet.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', '{}', '2026-11-21 15:40:03.268641+00'),
	(2, 2, 'user.email_changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', '{"email": "ada@example.org", "address": "127.0.0.1"}', '2026-11-21 15:40:03.393026+00'),
	(3, 3, 'wallet.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', '{}', '2026-11-21 15:40:03.473677+00'),
	(4, 4, 'payment.ended', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bddd-7024-a211-1ddf305f0a13', '{"state": "succeeded", "amount": {"amount": "25.0000", "currency": "USD"}, "purpose": "top_up"}', '2026-11-21 15:40:03.473677+00'),
	(5, 5, 'notice.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bdc1-7666-ad2e-fefd3b53235e', '{"userId": "01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c"}', '2026-11-21 15:40:03.497841+00'),
	(6, 6, 'call.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-be3c-7556-87ef-049d35220fa3', '{}', '2026-11-21 15:40:03.529589+00'),
	(7, 7, 'wallet.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', '{}', '2026-11-21 15:40:03.552655+00'),
	(8, 8, 'call.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-be3c-7556-87ef-049d35220fa3', '{}', '2026-11-21 15:40:03.560696+00'),
	(9, 9, 'wallet.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', '{}', '2026-11-21 15:40:03.567868+00'),
	(10, 10, 'call.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-be3c-7556-87ef-049d35220fa3', '{"ended": {"kind": "mobile", "endedAt": "2026-11-21T15:41:33.516Z", "startedAt": "2026-11-21T15:40:03.516Z", "costMicros": "40000", "isAnswered": true, "countryCode": "GB", "answeredSeconds": 90}, "reason": "hangup_caller"}', '2026-11-21 15:40:03.567868+00'),
	(11, 11, 'call.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec5-1dcc-75f3-97a6-abea70d4af29', '{}', '2026-11-21 15:40:03.572478+00'),
	(12, 12, 'wallet.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec3-bd2e-72be-83ef-e3a578d3fd5f', '{}', '2026-11-21 15:40:03.575104+00'),
	(13, 13, 'call.changed', '01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', '01a1fec5-1dcc-75f3-97a6-abea70d4af29', '{}', '2026-11-21 15:40:03.577329+00');

INSERT INTO platform.event_counter VALUES
	(true, 13, 0);

INSERT INTO platform.idempotency VALUES
	('01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', 'POST /api/v1/billing/add-funds', '01a1fec3-bdce-776f-9e14-d22acb913c50', '6ddd939db1eb030112a2f88b96a28a4308106b276483040449effe57637a9091', 200, '{"payment":{"id":"01a1fec3-bddd-7024-a211-1ddf305f0a13","amount":{"amount":"25.0000","currency":"USD"},"state":"waiting","card":null,"decline":null,"payUrl":"http://127.0.0.1:32901/pay/pay_z8LWKbPQ4X010tpGc6yBm0YH","purpose":"top_up","refunds":[],"disputes":[],"createdAt":"2026-11-21T15:40:03.421Z"}}', '2026-11-21 15:40:03.41+00');

INSERT INTO platform.rate_limit VALUES
	('sign-up:55715c898440d793948ae124eed3d1f6', 1, '2026-11-21 16:40:03.246+00'),
	('change-password:01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', 1, '2026-11-21 15:55:03.353+00'),
	('change-email:01a1fec3-bd2e-72bf-97c3-0823bc8ebc1c', 1, '2026-11-21 16:40:03.352+00'),
	('add-funds:01a1fec3-bd2e-72bd-8eff-b77a7aa8e615', 1, '2026-11-21 16:40:03.42+00');

INSERT INTO platform.subscription VALUES
	('insight', 2, 0, NULL),
	('limits', 2, 0, NULL),
	('payments', 2, 0, NULL),
	('notices', 2, 0, NULL);

INSERT INTO rating.destination_group VALUES
	('north-america', 'USA and Canada'),
	('europe-fixed', 'Europe, landlines'),
	('europe-mobile', 'Europe, mobiles'),
	('asia-pacific', 'Asia and Pacific');

INSERT INTO rating.group_member VALUES
	('north-america', 'US', 'fixed'),
	('north-america', 'US', 'mobile'),
	('north-america', 'CA', 'fixed'),
	('north-america', 'CA', 'mobile'),
	('europe-fixed', 'AT', 'fixed'),
	('europe-fixed', 'BE', 'fixed'),
	('europe-fixed', 'BG', 'fixed'),
	('europe-fixed', 'CH', 'fixed'),
	('europe-fixed', 'CY', 'fixed'),
	('europe-fixed', 'CZ', 'fixed'),
	('europe-fixed', 'DE', 'fixed'),
	('europe-fixed', 'DK', 'fixed'),
	('europe-fixed', 'EE', 'fixed'),
	('europe-fixed', 'ES', 'fixed'),
	('europe-fixed', 'FI', 'fixed'),
	('europe-fixed', 'FR', 'fixed'),
	('europe-fixed', 'GB', 'fixed'),
	('europe-fixed', 'GR', 'fixed'),
	('europe-fixed', 'HR', 'fixed'),
	('europe-fixed', 'HU', 'fixed'),
	('europe-fixed', 'IE', 'fixed'),
	('europe-fixed', 'IS', 'fixed'),
	('europe-fixed', 'IT', 'fixed'),
	('europe-fixed', 'LI', 'fixed'),
	('europe-fixed', 'LT', 'fixed'),
	('europe-fixed', 'LU', 'fixed'),
	('europe-fixed', 'LV', 'fixed'),
	('europe-fixed', 'MT', 'fixed'),
	('europe-fixed', 'NL', 'fixed'),
	('europe-fixed', 'NO', 'fixed'),
	('europe-fixed', 'PL', 'fixed'),
	('europe-fixed', 'PT', 'fixed'),
	('europe-fixed', 'RO', 'fixed'),
	('europe-fixed', 'SE', 'fixed'),
	('europe-fixed', 'SI', 'fixed'),
	('europe-fixed', 'SK', 'fixed'),
	('europe-mobile', 'AT', 'mobile'),
	('europe-mobile', 'BE', 'mobile'),
	('europe-mobile', 'BG', 'mobile'),
	('europe-mobile', 'CH', 'mobile'),
	('europe-mobile', 'CY', 'mobile'),
	('europe-mobile', 'CZ', 'mobile'),
	('europe-mobile', 'DE', 'mobile'),
	('europe-mobile', 'DK', 'mobile'),
	('europe-mobile', 'EE', 'mobile'),
	('europe-mobile', 'ES', 'mobile'),
	('europe-mobile', 'FI', 'mobile'),
	('europe-mobile', 'FR', 'mobile'),
	('europe-mobile', 'GB', 'mobile'),
	('europe-mobile', 'GR', 'mobile'),
	('europe-mobile', 'HR', 'mobile'),
	('europe-mobile', 'HU', 'mobile'),
	('europe-mobile', 'IE', 'mobile'),
	('europe-mobile', 'IS', 'mobile'),
	('europe-mobile', 'IT', 'mobile'),
	('europe-mobile', 'LI', 'mobile'),
	('europe-mobile', 'LT', 'mobile'),
	('europe-mobile', 'LU', 'mobile'),
	('europe-mobile', 'LV', 'mobile'),
	('europe-mobile', 'MT', 'mobile'),
	('europe-mobile', 'NL', 'mobile'),
	('europe-mobile', 'NO', 'mobile'),
	('europe-mobile', 'PL', 'mobile'),
	('europe-mobile', 'PT', 'mobile'),
	('europe-mobile', 'RO', 'mobile'),
	('europe-mobile', 'SE', 'mobile'),
	('europe-mobile', 'SI', 'mobile'),
	('europe-mobile', 'SK', 'mobile'),
	('asia-pacific', 'AU', 'fixed'),
	('asia-pacific', 'HK', 'fixed'),
	('asia-pacific', 'IN', 'fixed'),
	('asia-pacific', 'JP', 'fixed'),
	('asia-pacific', 'KR', 'fixed'),
	('asia-pacific', 'MY', 'fixed'),
	('asia-pacific', 'NZ', 'fixed'),
	('asia-pacific', 'SG', 'fixed'),
	('asia-pacific', 'TH', 'fixed'),
	('asia-pacific', 'TW', 'fixed'),
	('asia-pacific', 'AU', 'mobile'),
	('asia-pacific', 'HK', 'mobile'),
	('asia-pacific', 'IN', 'mobile'),
	('asia-pacific', 'JP', 'mobile'),
	('asia-pacific', 'KR', 'mobile'),
	('asia-pacific', 'MY', 'mobile'),
	('asia-pacific', 'NZ', 'mobile'),
	('asia-pacific', 'SG', 'mobile'),
	('asia-pacific', 'TH', 'mobile'),
	('asia-pacific', 'TW', 'mobile');

INSERT INTO rating.quote VALUES
	('01a1fec3-be3c-7558-b42c-b8eda556363e', '+447700900123', '447700', 'GB', 'mobile', NULL, NULL, 'sample', 1, 'USD', 20000, 0, 0, 60, 60, '2026-11-21 15:40:03.516+00'),
	('01a1fec5-1dcc-75f5-941e-1d6bdbe10bea', '+447700900123', '447700', 'GB', 'mobile', NULL, NULL, 'sample', 1, 'USD', 20000, 0, 0, 60, 60, '2026-11-21 15:41:33.516+00');

INSERT INTO rating.rate_table VALUES
	('sample', 'USD', true, 7, '2026-11-21 15:40:02.508584+00', '2026-11-21 15:40:02.259119+00', NULL, NULL),
	('sample-plus', 'USD', true, 5, '2026-11-21 15:40:02.508584+00', '2026-11-21 15:40:02.508584+00', 'sample', 10),
	('sample-pro', 'USD', true, 5, '2026-11-21 15:40:02.508584+00', '2026-11-21 15:40:02.508584+00', 'sample', 20);

INSERT INTO routing.trunk VALUES
	('01a1fec3-bab8-71f9-ba6a-f2d2c9264489', 'sandbox-a', 'sandbox', '127.0.0.1', 5090, 'udp', 1, '', '{}', 10, true, '2026-11-21 15:40:02.616+00', 1, NULL),
	('01a1fec3-bab8-71fa-a7d8-ffff23fb9f40', 'sandbox-b', 'sandbox', '127.0.0.1', 5091, 'udp', 1, '', '{}', 20, true, '2026-11-21 15:40:02.616+00', 1, NULL);

SELECT pg_catalog.setval('ledger.entry_id_seq', 6, true);

SELECT pg_catalog.setval('platform.event_id_seq', 13, true);

ALTER TABLE ONLY accounts.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY accounts.account
    ADD CONSTRAINT account_wallet_id_key UNIQUE (wallet_id);

ALTER TABLE ONLY accounts.letter
    ADD CONSTRAINT letter_pkey PRIMARY KEY (id);

ALTER TABLE ONLY accounts.password_reset_token
    ADD CONSTRAINT password_reset_token_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY accounts.picture
    ADD CONSTRAINT picture_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY accounts.refresh_token
    ADD CONSTRAINT refresh_token_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY accounts.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY accounts.sip_phone
    ADD CONSTRAINT sip_phone_pkey PRIMARY KEY (id);

ALTER TABLE ONLY accounts.sip_phone
    ADD CONSTRAINT sip_phone_username_key UNIQUE (username);

ALTER TABLE ONLY accounts."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY audit.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.allowance
    ADD CONSTRAINT allowance_pkey PRIMARY KEY (wallet_id);

ALTER TABLE ONLY billing.allowance
    ADD CONSTRAINT allowance_subscription_id_group_name_period_from_key UNIQUE NULLS NOT DISTINCT (subscription_id, group_name, period_from);

ALTER TABLE ONLY billing.auto_top_up
    ADD CONSTRAINT auto_top_up_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY billing.buyer
    ADD CONSTRAINT buyer_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY billing.customer
    ADD CONSTRAINT customer_pkey PRIMARY KEY (account_id, provider);

ALTER TABLE ONLY billing.dispute
    ADD CONSTRAINT dispute_payment_id_provider_id_key UNIQUE (payment_id, provider_id);

ALTER TABLE ONLY billing.dispute
    ADD CONSTRAINT dispute_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.invoice
    ADD CONSTRAINT invoice_account_id_month_key UNIQUE (account_id, month);

ALTER TABLE ONLY billing.invoice
    ADD CONSTRAINT invoice_kind_number_key UNIQUE (kind, number);

ALTER TABLE ONLY billing.invoice
    ADD CONSTRAINT invoice_payment_id_key UNIQUE (payment_id);

ALTER TABLE ONLY billing.invoice
    ADD CONSTRAINT invoice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.invoice_series
    ADD CONSTRAINT invoice_series_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY billing.method_setup
    ADD CONSTRAINT method_setup_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.method_setup
    ADD CONSTRAINT method_setup_provider_provider_id_key UNIQUE (provider, provider_id);

ALTER TABLE ONLY billing.method_setup
    ADD CONSTRAINT method_setup_user_id_request_key_key UNIQUE (user_id, request_key);

ALTER TABLE ONLY billing.payment_method
    ADD CONSTRAINT payment_method_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.payment_method
    ADD CONSTRAINT payment_method_provider_provider_id_key UNIQUE (provider, provider_id);

ALTER TABLE ONLY billing.payment
    ADD CONSTRAINT payment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.payment
    ADD CONSTRAINT payment_provider_provider_id_key UNIQUE (provider, provider_id);

ALTER TABLE ONLY billing.payment
    ADD CONSTRAINT payment_user_id_request_key_key UNIQUE (user_id, request_key);

ALTER TABLE ONLY billing.plan_charge
    ADD CONSTRAINT plan_charge_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.plan_minutes
    ADD CONSTRAINT plan_minutes_pkey PRIMARY KEY (plan_id, group_name);

ALTER TABLE ONLY billing.plan
    ADD CONSTRAINT plan_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.provider_event
    ADD CONSTRAINT provider_event_pkey PRIMARY KEY (provider, event_id);

ALTER TABLE ONLY billing.receipt
    ADD CONSTRAINT receipt_cause_type_cause_id_key UNIQUE (cause_type, cause_id);

ALTER TABLE ONLY billing.receipt_key
    ADD CONSTRAINT receipt_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.receipt_key
    ADD CONSTRAINT receipt_key_public_key_key UNIQUE (public_key);

ALTER TABLE ONLY billing.receipt
    ADD CONSTRAINT receipt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.refund
    ADD CONSTRAINT refund_payment_id_provider_id_key UNIQUE (payment_id, provider_id);

ALTER TABLE ONLY billing.refund
    ADD CONSTRAINT refund_pkey PRIMARY KEY (id);

ALTER TABLE ONLY billing.refund
    ADD CONSTRAINT refund_user_id_request_key_payment_id_key UNIQUE (user_id, request_key, payment_id);

ALTER TABLE ONLY billing.statement_course
    ADD CONSTRAINT statement_course_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY billing.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (id);

ALTER TABLE ONLY calls.call
    ADD CONSTRAINT call_pkey PRIMARY KEY (id);

ALTER TABLE ONLY calls.engine
    ADD CONSTRAINT engine_pkey PRIMARY KEY (single);

ALTER TABLE ONLY calls.guest_call
    ADD CONSTRAINT guest_call_pkey PRIMARY KEY (id);

ALTER TABLE ONLY calls.leg
    ADD CONSTRAINT leg_pkey PRIMARY KEY (call_id, place);

ALTER TABLE ONLY calls.quality_batch
    ADD CONSTRAINT quality_batch_pkey PRIMARY KEY (call_id, first_second);

ALTER TABLE ONLY calls.step
    ADD CONSTRAINT step_pkey PRIMARY KEY (call_id, kind, at);

ALTER TABLE ONLY calls.transfer
    ADD CONSTRAINT transfer_pkey PRIMARY KEY (placed_call_id);

ALTER TABLE ONLY calls.trunk_place
    ADD CONSTRAINT trunk_place_pkey PRIMARY KEY (trunk, call_id);

ALTER TABLE ONLY contacts.book
    ADD CONSTRAINT book_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY contacts.contact
    ADD CONSTRAINT contact_pkey PRIMARY KEY (id);

ALTER TABLE ONLY contacts.number
    ADD CONSTRAINT number_contact_id_number_key UNIQUE (contact_id, number);

ALTER TABLE ONLY contacts.number
    ADD CONSTRAINT number_pkey PRIMARY KEY (contact_id, place);

ALTER TABLE ONLY insight.call_quarter
    ADD CONSTRAINT call_quarter_pkey PRIMARY KEY (account_id, quarter, country_code, destination_kind);

ALTER TABLE ONLY insight.counted_call
    ADD CONSTRAINT counted_call_pkey PRIMARY KEY (call_id);

ALTER TABLE ONLY insight.earlier_calls
    ADD CONSTRAINT earlier_calls_pkey PRIMARY KEY (single);

ALTER TABLE ONLY ledger.entry
    ADD CONSTRAINT entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.hold
    ADD CONSTRAINT hold_cause_type_cause_id_key UNIQUE (cause_type, cause_id);

ALTER TABLE ONLY ledger.hold_enlargement
    ADD CONSTRAINT hold_enlargement_pkey PRIMARY KEY (hold_id, key);

ALTER TABLE ONLY ledger.hold
    ADD CONSTRAINT hold_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.owing
    ADD CONSTRAINT owing_pkey PRIMARY KEY (wallet_id);

ALTER TABLE ONLY ledger.transfer
    ADD CONSTRAINT transfer_cause_type_cause_id_key UNIQUE (cause_type, cause_id);

ALTER TABLE ONLY ledger.transfer
    ADD CONSTRAINT transfer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ledger.wallet
    ADD CONSTRAINT wallet_pkey PRIMARY KEY (id);

ALTER TABLE ONLY limits.account_counter
    ADD CONSTRAINT account_counter_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY limits.ceiling
    ADD CONSTRAINT ceiling_pkey PRIMARY KEY (owner_id);

ALTER TABLE ONLY limits.claim
    ADD CONSTRAINT claim_pkey PRIMARY KEY (cause_id);

ALTER TABLE ONLY limits.country
    ADD CONSTRAINT country_pkey PRIMARY KEY (account_id, country_code);

ALTER TABLE ONLY limits.hour
    ADD CONSTRAINT hour_pkey PRIMARY KEY (account_id, hour_from);

ALTER TABLE ONLY limits.lift
    ADD CONSTRAINT lift_pkey PRIMARY KEY (account_id, limit_name);

ALTER TABLE ONLY limits.opened
    ADD CONSTRAINT opened_pkey PRIMARY KEY (account_id, country_code, kind);

ALTER TABLE ONLY limits.user_counter
    ADD CONSTRAINT user_counter_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY mail.captured
    ADD CONSTRAINT captured_pkey PRIMARY KEY (id);

ALTER TABLE ONLY migrations.file
    ADD CONSTRAINT file_pkey PRIMARY KEY (name);

ALTER TABLE ONLY notices.notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY notices.notice
    ADD CONSTRAINT notice_user_id_kind_cause_key UNIQUE (user_id, kind, cause);

ALTER TABLE ONLY notices.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY notices.told_low
    ADD CONSTRAINT told_low_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY numbers.number
    ADD CONSTRAINT number_pkey PRIMARY KEY (e164);

ALTER TABLE ONLY platform.event_counter
    ADD CONSTRAINT event_counter_pkey PRIMARY KEY (is_single);

ALTER TABLE ONLY platform.event_set_aside
    ADD CONSTRAINT event_set_aside_pkey PRIMARY KEY (subscription, "position");

ALTER TABLE ONLY platform.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (user_id, route, key);

ALTER TABLE ONLY platform.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);

ALTER TABLE ONLY platform.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (name);

ALTER TABLE ONLY rating.destination_group
    ADD CONSTRAINT destination_group_pkey PRIMARY KEY (name);

ALTER TABLE ONLY rating.destination
    ADD CONSTRAINT destination_pkey PRIMARY KEY (prefix, country_code, kind);

ALTER TABLE ONLY rating.group_member
    ADD CONSTRAINT group_member_pkey PRIMARY KEY (country_code, kind);

ALTER TABLE ONLY rating.loaded_file
    ADD CONSTRAINT loaded_file_pkey PRIMARY KEY (name);

ALTER TABLE ONLY rating.quote
    ADD CONSTRAINT quote_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rating.rate
    ADD CONSTRAINT rate_pkey PRIMARY KEY (id);

ALTER TABLE ONLY rating.rate_table
    ADD CONSTRAINT rate_table_pkey PRIMARY KEY (name);

ALTER TABLE ONLY routing.trunk
    ADD CONSTRAINT trunk_name_key UNIQUE (name);

ALTER TABLE ONLY routing.trunk
    ADD CONSTRAINT trunk_pkey PRIMARY KEY (id);

ALTER TABLE ONLY status.probe
    ADD CONSTRAINT probe_pkey PRIMARY KEY (is_single);

ALTER TABLE ONLY status.reading
    ADD CONSTRAINT reading_pkey PRIMARY KEY (slot);

CREATE INDEX letter_due ON accounts.letter USING btree (due_at) WHERE ((sent_at IS NULL) AND (abandoned_at IS NULL));

CREATE INDEX password_reset_token_user ON accounts.password_reset_token USING btree (user_id);

CREATE UNIQUE INDEX refresh_token_current ON accounts.refresh_token USING btree (session_id) WHERE (replaced_at IS NULL);

CREATE INDEX refresh_token_session ON accounts.refresh_token USING btree (session_id);

CREATE INDEX session_expires ON accounts.session USING btree (expires_at);

CREATE INDEX session_of_user ON accounts.session USING btree (user_id);

CREATE INDEX sip_phone_of_account ON accounts.sip_phone USING btree (account_id, id);

CREATE INDEX sip_phone_of_user ON accounts.sip_phone USING btree (user_id, id);

CREATE INDEX user_account ON accounts."user" USING btree (account_id);

CREATE UNIQUE INDEX user_email ON accounts."user" USING btree (lower(email));

CREATE INDEX event_account ON audit.event USING btree (account_id, at);

CREATE INDEX allowance_open ON billing.allowance USING btree (expires_at) WHERE (closed_at IS NULL);

CREATE INDEX auto_top_up_due ON billing.auto_top_up USING btree (look_at) WHERE (state = 'on'::text);

CREATE INDEX dispute_of_account ON billing.dispute USING btree (account_id, opened_at);

CREATE INDEX invoice_of_account ON billing.invoice USING btree (account_id, id DESC);

CREATE INDEX method_setup_without_end ON billing.method_setup USING btree (look_at) WHERE (ended_at IS NULL);

CREATE INDEX payment_automatic ON billing.payment USING btree (account_id, created_at) WHERE (purpose_type = 'auto_top_up'::text);

CREATE UNIQUE INDEX payment_method_default ON billing.payment_method USING btree (account_id) WHERE is_default;

CREATE INDEX payment_method_expiring ON billing.payment_method USING btree (expires_on) WHERE ((removed_at IS NULL) AND (expiry_told_at IS NULL));

CREATE INDEX payment_method_of_account ON billing.payment_method USING btree (account_id, id) WHERE (removed_at IS NULL);

CREATE INDEX payment_method_to_forget ON billing.payment_method USING btree (removed_at) WHERE ((removed_at IS NOT NULL) AND (forgotten_at IS NULL));

CREATE INDEX payment_of_account ON billing.payment USING btree (account_id, created_at);

CREATE UNIQUE INDEX payment_one_automatic ON billing.payment USING btree (account_id) WHERE ((purpose_type = 'auto_top_up'::text) AND (ended_at IS NULL));

CREATE INDEX payment_without_end ON billing.payment USING btree (look_at) WHERE (ended_at IS NULL);

CREATE INDEX payment_without_receipt ON billing.payment USING btree (ended_at) WHERE ((state = 'succeeded'::text) AND (NOT has_receipt));

CREATE INDEX plan_charge_of_account ON billing.plan_charge USING btree (account_id, at);

CREATE UNIQUE INDEX plan_charge_of_period ON billing.plan_charge USING btree (subscription_id, period_from) WHERE (kind <> 'change'::text);

CREATE INDEX receipt_of_account ON billing.receipt USING btree (account_id, issued_at);

CREATE INDEX refund_of_account ON billing.refund USING btree (account_id, created_at);

CREATE INDEX refund_without_end ON billing.refund USING btree (look_at) WHERE (ended_at IS NULL);

CREATE INDEX statement_due ON billing.statement_course USING btree (due_at);

CREATE INDEX subscription_due ON billing.subscription USING btree (due_at) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX subscription_of_account ON billing.subscription USING btree (account_id) WHERE (ended_at IS NULL);

CREATE INDEX call_due ON calls.call USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX call_of_account ON calls.call USING btree (account_id, id DESC) INCLUDE (direction, to_number, from_number, country_code, state, reason, answered_at);

CREATE UNIQUE INDEX call_of_invite ON calls.call USING btree (sip_call_id, from_tag) WHERE ((placed_by)::text <> 'user'::text);

CREATE INDEX call_open_of_user ON calls.call USING btree (user_id, id DESC) WHERE ((state)::text <> 'ended'::text);

CREATE INDEX call_open_of_wallet ON calls.call USING btree (payer_wallet_id) WHERE ((state)::text <> 'ended'::text);

CREATE INDEX guest_call_age ON calls.guest_call USING btree (initiated_at);

CREATE UNIQUE INDEX guest_call_running ON calls.guest_call USING btree (place) WHERE ((authorised_at IS NOT NULL) AND (ended_at IS NULL));

CREATE INDEX transfer_of_running ON calls.transfer USING btree (running_call_id);

CREATE UNIQUE INDEX transfer_open ON calls.transfer USING btree (running_call_id) WHERE (NOT is_over);

CREATE INDEX contact_of_account ON contacts.contact USING btree (account_id, search_name, id);

CREATE INDEX number_of_account ON contacts.number USING btree (account_id, number);

CREATE INDEX entry_into_wallet ON ledger.entry USING btree (wallet_id, id DESC) WHERE ((wallet_id IS NOT NULL) AND (amount > 0));

CREATE INDEX entry_of_transfer ON ledger.entry USING btree (transfer_id);

CREATE INDEX entry_of_wallet ON ledger.entry USING btree (wallet_id, id) WHERE (wallet_id IS NOT NULL);

CREATE INDEX entry_of_wallet_in_time ON ledger.entry USING btree (wallet_id, at) WHERE (wallet_id IS NOT NULL);

CREATE INDEX owing_something ON ledger.owing USING btree (wallet_id) WHERE (amount > 0);

CREATE INDEX wallet_of_account ON ledger.wallet USING btree (account_id, unit, expires_at);

CREATE UNIQUE INDEX wallet_of_money ON ledger.wallet USING btree (account_id, unit) WHERE (unit ~ '^[A-Z]{3}$'::text);

CREATE INDEX claim_of_account ON limits.claim USING btree (account_id);

CREATE INDEX country_first ON limits.country USING btree (account_id, first_at);

CREATE INDEX hour_age ON limits.hour USING btree (hour_from);

CREATE INDEX notice_age ON notices.notice USING btree (at);

CREATE INDEX notice_of_user ON notices.notice USING btree (user_id, id DESC);

CREATE INDEX notice_unread ON notices.notice USING btree (user_id, id DESC) WHERE (read_at IS NULL);

CREATE INDEX number_account ON numbers.number USING btree (account_id, created_at);

CREATE INDEX event_age ON platform.event USING brin (occurred_at);

CREATE INDEX event_of_account ON platform.event USING btree (account_id, "position") WHERE ("position" IS NOT NULL);

CREATE UNIQUE INDEX event_position ON platform.event USING btree ("position") WHERE ("position" IS NOT NULL);

CREATE INDEX event_unsequenced ON platform.event USING btree (id) WHERE ("position" IS NULL);

CREATE INDEX event_wanted_again ON platform.event_set_aside USING btree (subscription) WHERE is_wanted_again;

CREATE INDEX idempotency_age ON platform.idempotency USING btree (started_at);

CREATE INDEX rate_limit_ended ON platform.rate_limit USING btree (ends_at);

CREATE INDEX rate_of_table ON rating.rate USING btree (rate_table, country_code, kind);

CREATE TRIGGER event_append_only BEFORE DELETE OR UPDATE ON audit.event FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON audit.event FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE TRIGGER dispute_keeps_its_facts BEFORE UPDATE ON billing.dispute FOR EACH ROW WHEN (((((((old.id IS DISTINCT FROM new.id) OR (old.payment_id IS DISTINCT FROM new.payment_id)) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.provider_id IS DISTINCT FROM new.provider_id)) OR ((old.state = 'won'::text) AND (new.state <> 'won'::text)))) EXECUTE FUNCTION billing.refuse_other_change();

CREATE TRIGGER dispute_stays BEFORE DELETE ON billing.dispute FOR EACH ROW EXECUTE FUNCTION billing.refuse_other_change();

CREATE TRIGGER invoice_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON billing.invoice FOR EACH STATEMENT EXECUTE FUNCTION billing.keep_invoice();

CREATE TRIGGER invoice_number_is_next BEFORE INSERT ON billing.invoice FOR EACH ROW EXECUTE FUNCTION billing.check_invoice_number();

CREATE TRIGGER payment_keeps_its_facts BEFORE UPDATE ON billing.payment FOR EACH ROW WHEN (((((((((((old.id IS DISTINCT FROM new.id) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.wallet_id IS DISTINCT FROM new.wallet_id)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.provider IS DISTINCT FROM new.provider)) OR (old.purpose_type IS DISTINCT FROM new.purpose_type)) OR (old.purpose_id IS DISTINCT FROM new.purpose_id)) OR ((old.provider_id IS NOT NULL) AND (old.provider_id IS DISTINCT FROM new.provider_id)) OR ((old.state = 'succeeded'::text) AND (new.state <> 'succeeded'::text)))) EXECUTE FUNCTION billing.refuse_change();

CREATE TRIGGER payment_stays BEFORE DELETE ON billing.payment FOR EACH ROW EXECUTE FUNCTION billing.refuse_change();

CREATE TRIGGER receipt_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON billing.receipt FOR EACH STATEMENT EXECUTE FUNCTION billing.keep_invoice();

CREATE TRIGGER receipt_key_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON billing.receipt_key FOR EACH STATEMENT EXECUTE FUNCTION billing.keep_invoice();

CREATE TRIGGER refund_keeps_its_facts BEFORE UPDATE ON billing.refund FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.payment_id IS DISTINCT FROM new.payment_id)) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.amount IS DISTINCT FROM new.amount)) OR ((old.state = 'failed'::text) AND (new.state <> 'failed'::text)))) EXECUTE FUNCTION billing.refuse_other_change();

CREATE TRIGGER refund_stays BEFORE DELETE ON billing.refund FOR EACH ROW EXECUTE FUNCTION billing.refuse_other_change();

CREATE TRIGGER series_goes_on BEFORE INSERT OR DELETE OR UPDATE ON billing.invoice_series FOR EACH ROW EXECUTE FUNCTION billing.keep_series();

CREATE TRIGGER call_is_guarded BEFORE INSERT OR UPDATE ON calls.call FOR EACH ROW EXECUTE FUNCTION calls.guard_call();

CREATE TRIGGER enlargement_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.hold_enlargement FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER entries_sum_to_zero AFTER INSERT ON ledger.entry REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unbalanced();

CREATE TRIGGER entry_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER entry_moves_balance BEFORE INSERT ON ledger.entry FOR EACH ROW WHEN ((new.wallet_id IS NOT NULL)) EXECUTE FUNCTION ledger.move_balance();

CREATE TRIGGER hold_moves_held BEFORE INSERT OR UPDATE ON ledger.hold FOR EACH ROW EXECUTE FUNCTION ledger.move_held();

CREATE TRIGGER hold_stays BEFORE DELETE OR TRUNCATE ON ledger.hold FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER transfer_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER wallet_moves_with_entries_and_holds BEFORE UPDATE ON ledger.wallet FOR EACH ROW WHEN (((pg_trigger_depth() = 0) OR (((old.id IS DISTINCT FROM new.id) OR (old.account_id IS DISTINCT FROM new.account_id)) OR (old.unit IS DISTINCT FROM new.unit)))) EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER wallet_of_money_never_expires BEFORE INSERT ON ledger.wallet FOR EACH ROW WHEN (((new.unit ~ '^[A-Z]{3}$'::text) <> (new.expires_at IS NULL))) EXECUTE FUNCTION ledger.refuse_money_with_an_end();

CREATE TRIGGER wallet_starts_empty BEFORE INSERT ON ledger.wallet FOR EACH ROW WHEN (((new.balance <> 0) OR (new.held <> 0))) EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER wallet_stays BEFORE DELETE OR TRUNCATE ON ledger.wallet FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER groups_changed AFTER INSERT OR DELETE OR UPDATE ON rating.group_member FOR EACH STATEMENT EXECUTE FUNCTION rating.next_version_of_all();

CREATE TRIGGER quote_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON rating.quote FOR EACH STATEMENT EXECUTE FUNCTION rating.refuse_change();

CREATE TRIGGER rates_added AFTER INSERT ON rating.rate REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rating.next_version();

CREATE TRIGGER rates_changed AFTER UPDATE ON rating.rate REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rating.next_version();

CREATE TRIGGER rates_removed AFTER DELETE ON rating.rate REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rating.next_version();

ALTER TABLE ONLY accounts.letter
    ADD CONSTRAINT letter_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts."user"(id);

ALTER TABLE ONLY accounts.password_reset_token
    ADD CONSTRAINT password_reset_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts."user"(id);

ALTER TABLE ONLY accounts.picture
    ADD CONSTRAINT picture_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts."user"(id);

ALTER TABLE ONLY accounts.refresh_token
    ADD CONSTRAINT refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES accounts.session(id) ON DELETE CASCADE;

ALTER TABLE ONLY accounts.session
    ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts."user"(id);

ALTER TABLE ONLY accounts.sip_phone
    ADD CONSTRAINT sip_phone_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.account(id);

ALTER TABLE ONLY accounts.sip_phone
    ADD CONSTRAINT sip_phone_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts."user"(id);

ALTER TABLE ONLY accounts."user"
    ADD CONSTRAINT user_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts.account(id);

ALTER TABLE ONLY billing.allowance
    ADD CONSTRAINT allowance_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES billing.subscription(id);

ALTER TABLE ONLY billing.auto_top_up
    ADD CONSTRAINT auto_top_up_method_id_fkey FOREIGN KEY (method_id) REFERENCES billing.payment_method(id);

ALTER TABLE ONLY billing.dispute
    ADD CONSTRAINT dispute_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing.payment(id);

ALTER TABLE ONLY billing.invoice
    ADD CONSTRAINT invoice_kind_fkey FOREIGN KEY (kind) REFERENCES billing.invoice_series(kind);

ALTER TABLE ONLY billing.invoice
    ADD CONSTRAINT invoice_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing.payment(id);

ALTER TABLE ONLY billing.method_setup
    ADD CONSTRAINT method_setup_method_id_fkey FOREIGN KEY (method_id) REFERENCES billing.payment_method(id);

ALTER TABLE ONLY billing.payment
    ADD CONSTRAINT payment_method_id_fkey FOREIGN KEY (method_id) REFERENCES billing.payment_method(id);

ALTER TABLE ONLY billing.plan_charge
    ADD CONSTRAINT plan_charge_from_plan_id_fkey FOREIGN KEY (from_plan_id) REFERENCES billing.plan(id);

ALTER TABLE ONLY billing.plan_charge
    ADD CONSTRAINT plan_charge_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES billing.plan(id);

ALTER TABLE ONLY billing.plan_charge
    ADD CONSTRAINT plan_charge_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES billing.subscription(id);

ALTER TABLE ONLY billing.plan_minutes
    ADD CONSTRAINT plan_minutes_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES billing.plan(id);

ALTER TABLE ONLY billing.provider_event
    ADD CONSTRAINT provider_event_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing.payment(id);

ALTER TABLE ONLY billing.receipt
    ADD CONSTRAINT receipt_key_id_fkey FOREIGN KEY (key_id) REFERENCES billing.receipt_key(id);

ALTER TABLE ONLY billing.refund
    ADD CONSTRAINT refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES billing.payment(id);

ALTER TABLE ONLY billing.subscription
    ADD CONSTRAINT subscription_next_plan_id_fkey FOREIGN KEY (next_plan_id) REFERENCES billing.plan(id);

ALTER TABLE ONLY billing.subscription
    ADD CONSTRAINT subscription_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES billing.plan(id);

ALTER TABLE ONLY calls.leg
    ADD CONSTRAINT leg_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls.call(id);

ALTER TABLE ONLY calls.quality_batch
    ADD CONSTRAINT quality_batch_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls.call(id);

ALTER TABLE ONLY calls.step
    ADD CONSTRAINT step_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls.call(id);

ALTER TABLE ONLY calls.transfer
    ADD CONSTRAINT transfer_placed_call_id_fkey FOREIGN KEY (placed_call_id) REFERENCES calls.call(id);

ALTER TABLE ONLY calls.transfer
    ADD CONSTRAINT transfer_running_call_id_fkey FOREIGN KEY (running_call_id) REFERENCES calls.call(id);

ALTER TABLE ONLY calls.trunk_place
    ADD CONSTRAINT trunk_place_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls.call(id);

ALTER TABLE ONLY contacts.contact
    ADD CONSTRAINT contact_account_id_fkey FOREIGN KEY (account_id) REFERENCES contacts.book(account_id);

ALTER TABLE ONLY contacts.number
    ADD CONSTRAINT number_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts.contact(id) ON DELETE CASCADE;

ALTER TABLE ONLY ledger.entry
    ADD CONSTRAINT entry_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger.transfer(id);

ALTER TABLE ONLY ledger.entry
    ADD CONSTRAINT entry_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES ledger.wallet(id);

ALTER TABLE ONLY ledger.hold_enlargement
    ADD CONSTRAINT hold_enlargement_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES ledger.hold(id);

ALTER TABLE ONLY ledger.hold
    ADD CONSTRAINT hold_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES ledger.wallet(id);

ALTER TABLE ONLY ledger.owing
    ADD CONSTRAINT owing_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES ledger.wallet(id);

ALTER TABLE ONLY rating.group_member
    ADD CONSTRAINT group_member_group_name_fkey FOREIGN KEY (group_name) REFERENCES rating.destination_group(name);

ALTER TABLE ONLY rating.rate
    ADD CONSTRAINT rate_rate_table_fkey FOREIGN KEY (rate_table) REFERENCES rating.rate_table(name);

ALTER TABLE ONLY rating.rate_table
    ADD CONSTRAINT rate_table_based_on_fkey FOREIGN KEY (based_on) REFERENCES rating.rate_table(name);

