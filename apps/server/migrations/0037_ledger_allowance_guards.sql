-- The guards of allowances, at a price that each entry and each call can bear: a check is read anew for each statement, a
-- trigger's function is planned once on a connection.

alter table ledger.wallet drop constraint wallet_of_money_never_expires;
create function ledger.refuse_money_with_an_end() returns trigger language plpgsql as $$
begin
  raise exception 'a wallet of money has no end, and another has one: wallet_of_money_never_expires'
    using errcode = 'check_violation';
end $$;
-- A wallet's unit and end are never changed (wallet_moves_with_entries_and_holds).
create trigger wallet_of_money_never_expires before insert on ledger.wallet
  for each row when ((new.unit ~ '^[A-Z]{3}$') <> (new.expires_at is null))
  execute function ledger.refuse_money_with_an_end();

alter table ledger.entry drop constraint entry_allowance_is_no_money;
create or replace function ledger.refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from inserted group by transfer_id, unit having sum(amount) <> 0) then
    raise exception 'the entries of a transfer must sum to zero' using errcode = 'check_violation';
  end if;
  -- Seconds never become revenue, and money is never an allowance.
  if exists (
    select from inserted
    where house_account is not null and (house_account::text like 'allowance\_%') = (unit ~ '^[A-Z]{3}$')
  ) then
    raise exception 'an allowance is no money, and money is no allowance' using errcode = 'check_violation';
  end if;
  return null;
end $$;

alter table calls.call
  drop constraint call_allowance_has_a_wallet,
  drop constraint call_uses_no_more_than_it_talked,
  drop constraint call_allowance_seconds_check,
  alter column allowance_seconds type calls.seconds;

-- As before (0016), and: a call uses seconds that it holds of its own allowance, and no more than it talked.
create or replace function calls.guard_call() returns trigger language plpgsql as $$
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
