-- Sound that we or the carrier lost, and the seconds of a call that were not charged for it.

create domain calls.lost_because as text check (value in ('media_proxy_away', 'never_connected', 'far_side_silent'));

alter table calls.call
  -- Since when sound is missing, and why, as it was last seen.
  add column sound_lost_at timestamptz(3),
  add column sound_lost_because calls.lost_because,
  -- With the end: the last of the answered seconds that are not charged.
  add column forgiven_seconds calls.seconds not null default 0;
comment on column calls.call.ending_charged_to is 'Not used any more: every call is charged to its real end.';

-- What each of them was worth: its account is forgiven only so much a day.
create table calls.forgiven (
  call_id uuid primary key references calls.call (id),
  account_id uuid not null,
  ended_at timestamptz(3) not null,
  because calls.lost_because not null,
  seconds calls.positive_seconds not null,
  amount_micros bigint not null check (amount_micros > 0)
);
create index forgiven_of_account on calls.forgiven (account_id, ended_at);

-- As before (0037), and: what is forgiven is no more than was answered, and stays as it was.
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
      and new.allowance_seconds + new.forgiven_seconds <= new.answered_seconds
      and num_nonnulls(new.extend_at, new.send_limit_at, new.warn_at, new.look_at_media_at, new.end_order_at) = 0
    else
      num_nonnulls(new.authorised_at, new.granted_seconds) = 2
      and num_nonnulls(new.ended_at, new.reason, new.ended_by, new.cost_micros, new.answered_seconds) = 0
      and (new.state <> 'ringing' or new.ringing_at is not null)
      and (new.state <> 'answered' or new.answered_at is not null)
  end and (new.end_order_at is null or new.ending_reason is not null)
    and (new.allowance_hold_id is null or new.allowance_wallet_id is not null)
    and (new.allowance_seconds = 0 or new.allowance_hold_id is not null)
    and (new.forgiven_seconds = 0 or new.sound_lost_because is not null);
  if not is_consistent then
    raise exception 'call % cannot be % so', new.id, new.state using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.state = 'ended'
    and (old.state, old.ended_at, old.reason, old.cost_micros, old.answered_seconds, old.allowance_seconds,
        old.forgiven_seconds)
      is distinct from
        (new.state, new.ended_at, new.reason, new.cost_micros, new.answered_seconds, new.allowance_seconds,
        new.forgiven_seconds) then
    raise exception 'call % has ended and stays as it was charged', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
