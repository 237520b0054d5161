-- Events cheaper to write and to hand out, and a way past one that a subscriber never manages to take.

-- An event without position is found by its id, one with a position by that: each index keeps only the rows that it serves.
-- Old events are found by their blocks: they lie in the order of their time.
alter table platform.event drop constraint event_pkey, drop constraint event_position_key;
create unique index event_position on platform.event (position) where position is not null;
drop index platform.event_age;
create index event_age on platform.event using brin (occurred_at);

-- Gives positions to what has been committed, and tells the newest position there is: one round trip a look.
create or replace function platform.sequence_events(most integer) returns bigint language plpgsql as $$
declare
  base bigint;
  given bigint;
begin
  if not exists (select from platform.event where position is null) then return 0; end if;
  select position into base from platform.event_counter for update skip locked;
  if base is null then return 0; end if;
  with next as (
    select id, row_number() over (order by id) as place
    from (select id from platform.event where position is null order by id limit most) waiting
  )
  update platform.event set position = base + next.place from next
    where event.id = next.id and event.position is null;
  get diagnostics given = row_count;
  if given > 0 then update platform.event_counter set position = base + given; end if;
  return given;
end $$;

create function platform.hand_out_events(
  most integer, out newest bigint, out is_retry_wanted boolean
) language plpgsql as $$
begin
  perform platform.sequence_events(most);
  select position into newest from platform.event_counter;
  is_retry_wanted := exists (select from platform.event_set_aside where is_wanted_again);
end $$;

-- How often, and since when, a subscriber has failed to take the first event after its position.
alter table platform.subscription
  add column failures integer not null default 0,
  add column failing_since timestamptz,
  add constraint failing_since_the_first_failure check ((failures = 0) = (failing_since is null));

-- Events that a subscriber could not take in all its tries: later ones went on without them. Kept whole, because events
-- themselves are forgotten, until somebody has it tried again and it is taken.
create table platform.event_set_aside (
  subscription text not null,
  position bigint not null,
  type text not null,
  account_id uuid,
  subject_id text not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  failures integer not null,
  error text not null,
  set_aside_at timestamptz not null default now(),
  is_wanted_again boolean not null default false,
  primary key (subscription, position)
);
create index event_wanted_again on platform.event_set_aside (subscription) where is_wanted_again;
