-- How many countries may be new in a day holds also for calls at the same time: each was judged by what it saw before the others. Whoever claims
-- has the account's counter locked by then, and a statement of its own sees what was written by those before.

-- Fails with FL001 where more countries are new today than an account, or its user, may have; null: lifted.
create function limits.refuse_more_countries(of_account uuid, of_user uuid, account_most bigint, user_most bigint) returns boolean
language plpgsql as $$
begin
  if (select count(*) > account_most or count(*) filter (where first_by = of_user) > user_most
    from limits.country c
    where c.account_id = of_account
      and c.first_at >= (select a.day_from from limits.account_counter a where a.account_id = of_account)) then
    raise exception 'a limit of account % is passed', of_account using errcode = 'FL001';
  end if;
  return true;
end $$;

-- As without the last two (0067), and within what may be new of countries.
create function limits.claim_spending(
  of_cause uuid, of_account uuid, of_user uuid, amount bigint, claimed_at timestamptz, to_country text,
  in_zone text, new_day_from timestamptz, new_day_to timestamptz, new_hour_from timestamptz, new_hour_to timestamptz,
  account_day bigint, account_hour bigint, account_calls bigint, user_day bigint, user_hour bigint, user_calls bigint,
  counted_calls integer, account_countries bigint, user_countries bigint
) returns boolean language plpgsql as $$
begin
  perform limits.claim_spending(of_cause, of_account, of_user, amount, claimed_at, to_country, in_zone, new_day_from,
    new_day_to, new_hour_from, new_hour_to, account_day, account_hour, account_calls, user_day, user_hour, user_calls,
    counted_calls);
  if to_country is not null then
    perform limits.refuse_more_countries(of_account, of_user, account_countries, user_countries);
  end if;
  return true;
end $$;

-- As without the last two (0125), and within what may be new of countries.
create function limits.claim_each(
  claimed_at timestamptz, causes uuid[], accounts uuid[], users uuid[], amounts bigint[], countries text[], zones text[],
  new_days_from timestamptz[], new_days_to timestamptz[], new_hours_from timestamptz[], new_hours_to timestamptz[],
  account_days bigint[], account_hours bigint[], account_calls bigint[], user_days bigint[], user_hours bigint[],
  user_calls bigint[], counted_calls integer[], account_countries bigint[], user_countries bigint[]
) returns boolean language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform limits.claim_each(claimed_at, causes, accounts, users, amounts, countries, zones, new_days_from, new_days_to,
    new_hours_from, new_hours_to, account_days, account_hours, account_calls, user_days, user_hours, user_calls, counted_calls);
  if array_remove(countries, null) <> '{}' then
    perform limits.refuse_more_countries(account, of_user, account_most, user_most)
      from unnest(accounts, users, countries, account_countries, user_countries)
        given (account, of_user, country, account_most, user_most)
      where country is not null;
  end if;
  return true;
end $$;
