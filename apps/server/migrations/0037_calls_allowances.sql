-- What a call takes of an allowance of its payer's plan.

alter table calls.call
  -- What the destination group is called, and the wallet of its allowance that counted when the call was initiated.
  add column allowance_group text,
  add column allowance_wallet_id uuid,
  -- ledger.hold, in seconds of the allowance.
  add column allowance_hold_id uuid,
  -- While the call runs: seconds that are held of the allowance. With its end: seconds that it used.
  add column allowance_seconds calls.seconds not null default 0;

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
