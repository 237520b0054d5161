-- Counts more for many causes of which none has claimed before, each of another account, as limits.claim_spending says: fails with FL001
-- when a limit of one of them is passed with it. Accounts' counters are locked by their ids, and before those of their users.
create function limits.claim_each(
  claimed_at timestamptz, causes uuid[], accounts uuid[], users uuid[], amounts bigint[], countries text[], zones text[],
  new_days_from timestamptz[], new_days_to timestamptz[], new_hours_from timestamptz[], new_hours_to timestamptz[],
  account_days bigint[], account_hours bigint[], account_calls bigint[], user_days bigint[], user_hours bigint[],
  user_calls bigint[], counted_calls integer[]
) returns boolean language plpgsql as $$
declare
  passed uuid;
begin
  with given as (
    select * from unnest(causes, accounts, users, amounts, countries, zones, new_days_from, new_days_to, new_hours_from,
      new_hours_to, account_days, account_hours, account_calls, user_days, user_hours, user_calls, counted_calls)
      given (cause, account, of_user, amount, country, zone, day_from, day_to, hour_from, hour_to,
        account_day, account_hour, account_running, user_day, user_hour, user_running, calls)
  ), a as (
    insert into limits.account_counter as kept
      (account_id, time_zone, day_from, day_to, day_used, hour_from, hour_to, hour_used, running)
    select account, zone, day_from, day_to, amount, hour_from, hour_to, amount, calls from given order by account
    on conflict (account_id) do update set
      time_zone = excluded.time_zone,
      day_from = case when kept.day_to > claimed_at then kept.day_from else excluded.day_from end,
      day_to = case when kept.day_to > claimed_at then kept.day_to else excluded.day_to end,
      day_used = case when kept.day_to > claimed_at then kept.day_used else 0 end + excluded.day_used,
      hour_from = case when kept.hour_to > claimed_at then kept.hour_from else excluded.hour_from end,
      hour_to = case when kept.hour_to > claimed_at then kept.hour_to else excluded.hour_to end,
      hour_used = case when kept.hour_to > claimed_at then kept.hour_used else 0 end + excluded.hour_used,
      running = kept.running + excluded.running
    returning *
  ), u as (
    insert into limits.user_counter as kept (user_id, account_id, day_from, day_used, hour_from, hour_used, running)
    select of_user, account, a.day_from, amount, a.hour_from, amount, calls
    from given join a on a.account_id = given.account order by of_user
    on conflict (user_id) do update set
      day_from = excluded.day_from,
      day_used = case when kept.day_from = excluded.day_from then kept.day_used else 0 end + excluded.day_used,
      hour_from = excluded.hour_from,
      hour_used = case when kept.hour_from = excluded.hour_from then kept.hour_used else 0 end + excluded.hour_used,
      running = kept.running + excluded.running
    returning *
  ), c as (
    insert into limits.claim (cause_id, account_id, user_id, held, day_from, day_held, hour_from, hour_held, calls)
    select cause, account, of_user, amount, a.day_from, amount, a.hour_from, amount, calls
    from given join a on a.account_id = given.account
  ), n as (
    insert into limits.country (account_id, country_code, first_at, first_by)
    select account, country, claimed_at, of_user from given where country is not null
    on conflict do nothing
  )
  select given.account into passed
    from given join a on a.account_id = given.account join u on u.user_id = given.of_user
    where a.day_used > account_day or a.hour_used > account_hour or a.running > account_running
      or u.day_used > user_day or u.hour_used > user_hour or u.running > user_running
    limit 1;
  if passed is not null then
    raise exception 'a limit of account % is passed', passed using errcode = 'FL001';
  end if;
  return true;
end $$;
