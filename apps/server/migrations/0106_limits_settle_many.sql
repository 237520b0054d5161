-- What many did not spend of their claims is free again, each as limits.settle_claim says: the accounts' counters are locked by
-- their ids, and before those of their users. What is no call and was spent whole moves none. A cause that was settled before
-- has nothing left.
create function limits.settle_claims(of_causes uuid[], charges bigint[]) returns boolean language plpgsql as $$
declare
  freed limits.claim[];
begin
  if coalesce(cardinality(of_causes), 0) = 0 then return true; end if;
  with gone as (
    delete from limits.claim using unnest(of_causes, charges) closing (cause_id, charged)
    where claim.cause_id = closing.cause_id
    returning claim.*, greatest(claim.held - closing.charged, 0) as unspent
  )
  select array_agg(row(cause_id, account_id, user_id, unspent, day_from, least(unspent, day_held), hour_from,
      least(unspent, hour_held), calls)::limits.claim) into freed
    from gone where calls <> 0 or unspent > 0;
  if freed is null then return true; end if;

  perform from limits.account_counter where account_id in (select account_id from unnest(freed))
    order by account_id for no key update;
  update limits.account_counter a set
    running = greatest(a.running - less.calls, 0),
    day_used = a.day_used - less.day, hour_used = a.hour_used - less.hour
  from (
    select kept.account_id, sum(one.calls) as calls,
      sum(case when kept.day_from = one.day_from then one.day_held else 0 end) as day,
      sum(case when kept.hour_from = one.hour_from then one.hour_held else 0 end) as hour
    from unnest(freed) one join limits.account_counter kept using (account_id) group by kept.account_id
  ) less
  where a.account_id = less.account_id;
  update limits.user_counter u set
    running = greatest(u.running - less.calls, 0),
    day_used = u.day_used - less.day, hour_used = u.hour_used - less.hour
  from (
    select kept.user_id, sum(one.calls) as calls,
      sum(case when kept.day_from = one.day_from then one.day_held else 0 end) as day,
      sum(case when kept.hour_from = one.hour_from then one.hour_held else 0 end) as hour
    from unnest(freed) one join limits.user_counter kept using (user_id) group by kept.user_id
  ) less
  where u.user_id = less.user_id;
  return true;
end $$;
