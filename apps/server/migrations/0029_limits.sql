-- How much may be spent, how far that has come, and what was opened or lifted. Amounts are millionths of the account's
-- currency. Whoever claims holds the wallet's lock already, and takes an account's rows before those of its users.
create schema limits;

-- What somebody chose for an account or a user; null: the usual limit.
create table limits.ceiling (
  -- accounts.account or accounts.user; no foreign keys across modules.
  owner_id uuid primary key,
  account_id uuid not null,
  day_micros bigint check (day_micros >= 0),
  hour_micros bigint check (hour_micros >= 0),
  per_minute_micros bigint check (per_minute_micros >= 0),
  connection_micros bigint check (connection_micros >= 0),
  calls integer check (calls >= 1),
  new_countries integer check (new_countries >= 0),
  changed_at timestamptz(3) not null
);

-- A limit that does not count for the account and its users until an instant.
create table limits.lift (
  account_id uuid not null,
  limit_name text not null check (
    limit_name in ('day', 'hour', 'per_minute', 'connection_fee', 'calls', 'new_countries')
  ),
  until timestamptz(3) not null,
  primary key (account_id, limit_name)
);

-- A dear kind of number in a country that the account may call all the same.
create table limits.opened (
  account_id uuid not null,
  country_code text not null,
  kind text not null,
  opened_at timestamptz(3) not null,
  opened_by uuid not null,
  primary key (account_id, country_code, kind)
);

-- The countries that an account has called, and who was the first.
create table limits.country (
  account_id uuid not null,
  country_code text not null,
  first_at timestamptz(3) not null,
  first_by uuid not null,
  primary key (account_id, country_code)
);
create index country_first on limits.country (account_id, first_at);

-- How far an account has come in its present day and hour: what was charged, and what calls under way may still cost.
create table limits.account_counter (
  account_id uuid primary key,
  time_zone text not null,
  day_from timestamptz(3) not null,
  day_to timestamptz(3) not null,
  day_used bigint not null check (day_used >= 0),
  hour_from timestamptz(3) not null,
  hour_to timestamptz(3) not null,
  hour_used bigint not null check (hour_used >= 0),
  -- Calls under way.
  running integer not null check (running >= 0)
) with (fillfactor = 50);

-- The same for a user, in the account's day and hour: what was counted in others is over.
create table limits.user_counter (
  user_id uuid primary key,
  account_id uuid not null,
  day_from timestamptz(3) not null,
  day_used bigint not null check (day_used >= 0),
  hour_from timestamptz(3) not null,
  hour_used bigint not null check (hour_used >= 0),
  running integer not null check (running >= 0)
) with (fillfactor = 50);

-- What a call under way may cost by what it holds, and how much of that was claimed in its last day and hour.
create table limits.claim (
  cause_id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  held bigint not null check (held >= 0),
  day_from timestamptz(3) not null,
  day_held bigint not null check (day_held between 0 and held),
  hour_from timestamptz(3) not null,
  hour_held bigint not null check (hour_held between 0 and held)
);
create index claim_of_account on limits.claim (account_id);

-- What an account spent in each clock hour (UTC) of the last month, to see what is unusual.
create table limits.hour (
  account_id uuid not null,
  hour_from timestamptz(3) not null,
  spent bigint not null check (spent >= 0),
  told_at timestamptz(3),
  primary key (account_id, hour_from)
);
create index hour_age on limits.hour (hour_from);

-- Counts `amount` more for a cause. The given day and hour begin where the kept ones are over. Fails with FL001 when a limit
-- (null: none) is passed with it, because somebody else was quicker: then nothing of the statement happened.
create function limits.claim_spending(
  of_cause uuid, of_account uuid, of_user uuid, amount bigint, claimed_at timestamptz, to_country text,
  in_zone text, new_day_from timestamptz, new_day_to timestamptz, new_hour_from timestamptz, new_hour_to timestamptz,
  account_day bigint, account_hour bigint, account_calls bigint, user_day bigint, user_hour bigint, user_calls bigint
) returns boolean language plpgsql as $$
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

-- What a cause did not spend of its claim is free again, in the day and hour in which it was claimed. A second settling
-- finds nothing to do.
create function limits.settle_claim(of_cause uuid, charged bigint) returns boolean language plpgsql as $$
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
