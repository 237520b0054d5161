-- What is no call spends within the same limits, and is not counted among the calls at once.
alter table limits.claim add column calls integer not null default 1 check (calls between 0 and 1);

create function limits.claim_spending(
  of_cause uuid, of_account uuid, of_user uuid, amount bigint, claimed_at timestamptz, to_country text,
  in_zone text, new_day_from timestamptz, new_day_to timestamptz, new_hour_from timestamptz, new_hour_to timestamptz,
  account_day bigint, account_hour bigint, account_calls bigint, user_day bigint, user_hour bigint, user_calls bigint,
  counted_calls integer
) returns boolean language plpgsql as $$
declare
  a limits.account_counter;
  u limits.user_counter;
  more integer := case when exists (select from limits.claim c where c.cause_id = of_cause) then 0 else counted_calls end;
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

  insert into limits.claim as kept
    (cause_id, account_id, user_id, held, day_from, day_held, hour_from, hour_held, calls)
  values (of_cause, of_account, of_user, amount, a.day_from, amount, a.hour_from, amount, counted_calls)
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

-- For servers of the release before, which run beside this one while it is brought in.
create or replace function limits.claim_spending(
  of_cause uuid, of_account uuid, of_user uuid, amount bigint, claimed_at timestamptz, to_country text,
  in_zone text, new_day_from timestamptz, new_day_to timestamptz, new_hour_from timestamptz, new_hour_to timestamptz,
  account_day bigint, account_hour bigint, account_calls bigint, user_day bigint, user_hour bigint, user_calls bigint
) returns boolean language sql as $$
  select limits.claim_spending(of_cause, of_account, of_user, amount, claimed_at, to_country, in_zone, new_day_from,
    new_day_to, new_hour_from, new_hour_to, account_day, account_hour, account_calls, user_day, user_hour, user_calls, 1)
$$;

create or replace function limits.settle_claim(of_cause uuid, charged bigint) returns boolean language plpgsql as $$
declare
  c limits.claim;
  unspent bigint;
begin
  delete from limits.claim where cause_id = of_cause returning * into c;
  if not found then return false; end if;
  unspent := greatest(c.held - charged, 0);
  update limits.account_counter a set
    running = greatest(a.running - c.calls, 0),
    day_used = a.day_used - case when a.day_from = c.day_from then least(unspent, c.day_held) else 0 end,
    hour_used = a.hour_used - case when a.hour_from = c.hour_from then least(unspent, c.hour_held) else 0 end
  where a.account_id = c.account_id;
  update limits.user_counter u set
    running = greatest(u.running - c.calls, 0),
    day_used = u.day_used - case when u.day_from = c.day_from then least(unspent, c.day_held) else 0 end,
    hour_used = u.hour_used - case when u.hour_from = c.hour_from then least(unspent, c.hour_held) else 0 end
  where u.user_id = c.user_id;
  return true;
end $$;
