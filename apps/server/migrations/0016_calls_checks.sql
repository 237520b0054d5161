-- What guards calls.call, at a price that a call can bear: PostgreSQL reads every check of a table anew for each statement,
-- and 28 of them cost four times what the update itself does. A domain is looked at only when its column is written, and
-- a trigger's function is planned once on a connection.

do $$
declare
  guard text;
begin
  for guard in select conname from pg_constraint where conrelid = 'calls.call'::regclass and contype = 'c' loop
    execute format('alter table calls.call drop constraint %I', guard);
  end loop;
  for guard in select conname from pg_constraint where conrelid = 'calls.leg'::regclass and contype = 'c' loop
    execute format('alter table calls.leg drop constraint %I', guard);
  end loop;
end $$;

create domain calls.e164 as text check (value ~ '^\+[1-9][0-9]{6,14}$');
-- E.164, or the service code of the echo test.
create domain calls.dialled as text check (value ~ '^(\+[1-9][0-9]{6,14}|\*43)$');
create domain calls.currency as text check (value ~ '^[A-Z]{3}$');
create domain calls.micros as bigint check (value >= 0);
create domain calls.seconds as integer check (value >= 0);
create domain calls.positive_seconds as integer check (value > 0);
create domain calls.call_state as text check (value in ('initiated', 'authorised', 'ringing', 'answered', 'ended'));
create domain calls.side as text check (value in ('caller', 'callee', 'farline', 'carrier'));
create domain calls.placer as text check (value in ('user'));
create domain calls.direction as text check (value in ('outbound'));
create domain calls.leg_kind as text check (value in ('browser', 'carrier'));
-- ITU-T Q.850.
create domain calls.q850_cause as integer check (value between 1 and 127);

alter table calls.call
  alter column placed_by type calls.placer,
  alter column direction type calls.direction,
  alter column from_number type calls.e164,
  alter column to_number type calls.dialled,
  alter column currency type calls.currency,
  alter column per_minute_micros type calls.micros,
  alter column connection_micros type calls.micros,
  alter column minimum_seconds type calls.seconds,
  alter column first_seconds type calls.positive_seconds,
  alter column next_seconds type calls.positive_seconds,
  alter column state type calls.call_state,
  alter column ended_by type calls.side,
  alter column answered_seconds type calls.seconds,
  alter column cost_micros type calls.micros,
  alter column granted_seconds type calls.positive_seconds;

alter table calls.leg
  alter column kind type calls.leg_kind,
  alter column carrier_cost_micros type calls.micros,
  alter column q850_cause type calls.q850_cause,
  alter column ended_by type calls.side,
  add constraint leg_has_its_trunk check ((kind = 'carrier') = (trunk is not null));

-- Each state has the columns that it needs and none that it cannot have; what has ended stays as it was charged.
create function calls.guard_call() returns trigger language plpgsql as $$
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
      and num_nonnulls(new.extend_at, new.send_limit_at, new.warn_at, new.look_at_media_at, new.end_order_at) = 0
    else
      num_nonnulls(new.authorised_at, new.granted_seconds) = 2
      and num_nonnulls(new.ended_at, new.reason, new.ended_by, new.cost_micros, new.answered_seconds) = 0
      and (new.state <> 'ringing' or new.ringing_at is not null)
      and (new.state <> 'answered' or new.answered_at is not null)
  end and (new.end_order_at is null or new.ending_reason is not null);
  if not is_consistent then
    raise exception 'call % cannot be % so', new.id, new.state using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and old.state = 'ended'
    and (old.state, old.ended_at, old.reason, old.cost_micros, old.answered_seconds)
      is distinct from (new.state, new.ended_at, new.reason, new.cost_micros, new.answered_seconds) then
    raise exception 'call % has ended and stays as it was charged', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger call_is_guarded before insert or update on calls.call
  for each row execute function calls.guard_call();
