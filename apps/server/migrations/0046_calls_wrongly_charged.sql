-- The calls whose charge does not follow from their times: none, whatever happened. Answered seconds are those from the answer
-- to the end, whole, rounded up, and no more than was granted; what an allowance covered and what was forgiven is not paid.
create view calls.wrongly_charged as
select id, account_id, ended_at, answered_seconds, counted_seconds, cost_micros, price_micros, forgiven_seconds,
  forgiven_by_account
from (
  select call.*,
    coalesce(forgiven.seconds, 0) as forgiven_by_account,
    case when answered_at is null then 0 else
      least(granted_seconds, ceil(extract(epoch from call.ended_at - answered_at)))::integer end as counted_seconds,
    case when answered_seconds - allowance_seconds - forgiven_seconds <= 0 then 0 else
      connection_micros + ceil(per_minute_micros::numeric * (first_seconds + next_seconds * ceil(
        greatest(greatest(answered_seconds - allowance_seconds - forgiven_seconds, minimum_seconds) - first_seconds, 0)::numeric
        / next_seconds)) / 60) end as price_micros
  from calls.call left join calls.forgiven on forgiven.call_id = call.id
  where state = 'ended') counted
where answered_seconds <> counted_seconds or cost_micros <> price_micros or forgiven_seconds <> forgiven_by_account;
