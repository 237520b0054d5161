-- As before (0034), and as quick with thousands that wait. Events without position are none whenever somebody counts them, so that a plan is
-- made for one of them, and looked at each for each: they are found by where they lie, and by the index, whatever the plan thinks.
create or replace function platform.sequence_events(most integer) returns bigint language plpgsql
set enable_seqscan = off as $$
declare
  base bigint;
  given bigint;
begin
  if not exists (select from platform.event where position is null) then return 0; end if;
  select position into base from platform.event_counter for update skip locked;
  if base is null then return 0; end if;
  with next as materialized (
    select lies_at, row_number() over (order by id) as place
    from (select ctid as lies_at, id from platform.event where position is null order by id limit most) waiting
  )
  update platform.event set position = base + next.place from next where event.ctid = next.lies_at;
  get diagnostics given = row_count;
  if given > 0 then update platform.event_counter set position = base + given; end if;
  return given;
end $$;
