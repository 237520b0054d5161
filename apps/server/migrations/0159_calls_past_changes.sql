-- Whether what was summed up of an account's past is still so: how often something changed there that hardly ever does. Whoever remembers
-- sums remembers this number with them.

-- The least UUIDv7 of an instant.
create function calls.first_id_at(at timestamptz) returns uuid language sql stable as $$
  select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- A call that had ended became another, as one does that is charged for a late answer, or one was written down five minutes after its time.
create table calls.past_change (
  account_id uuid primary key,
  times bigint not null
);

create function calls.note_late_calls() returns trigger language plpgsql as $$
begin
  insert into calls.past_change as known (account_id, times)
  select distinct account_id, 1 from begun where id < calls.first_id_at(now() - interval '5 minutes') order by account_id
  on conflict (account_id) do update set times = known.times + 1;
  return null;
end $$;
create trigger late_calls_are_noted after insert on calls.call
  referencing new table as begun for each statement execute function calls.note_late_calls();

create function calls.note_past_change() returns trigger language plpgsql as $$
begin
  insert into calls.past_change as known (account_id, times) values (new.account_id, 1)
  on conflict (account_id) do update set times = known.times + 1;
  return null;
end $$;
create trigger change_of_past_is_noted after update on calls.call for each row
  when (old.state = 'ended'
    and (old.direction, old.authorised_at, old.answered_at, old.answered_seconds, old.cost_micros, old.is_paid_by_trial)
      is distinct from (new.direction, new.authorised_at, new.answered_at, new.answered_seconds, new.cost_micros, new.is_paid_by_trial))
  execute function calls.note_past_change();
