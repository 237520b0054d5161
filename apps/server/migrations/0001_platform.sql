create schema platform;

-- The outbox: written in the transaction of the fact, given a position afterwards by one sequencer, in order of commit.
create table platform.event (
  id bigint generated always as identity primary key,
  position bigint unique,
  type text not null,
  account_id uuid,
  subject_id text not null,
  payload jsonb not null default '{}',
  occurred_at timestamptz not null default now()
);
create index event_unsequenced on platform.event (id) where position is null;
create index event_of_account on platform.event (account_id, position) where position is not null;
create index event_age on platform.event (occurred_at);

create table platform.event_counter (
  is_single boolean primary key default true check (is_single),
  position bigint not null,
  -- Nothing at or below this position is kept any more.
  forgotten bigint not null default 0
);
insert into platform.event_counter (position) values (0);

-- Gives the next positions to committed events. One sequencer at a time; the others return at once.
create function platform.sequence_events(most integer) returns bigint language plpgsql as $$
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
  update platform.event set position = base + next.place from next where event.id = next.id;
  get diagnostics given = row_count;
  if given > 0 then update platform.event_counter set position = base + given; end if;
  return given;
end $$;

-- How far each durable subscriber has come.
create table platform.subscription (
  name text primary key,
  position bigint not null
);

create table platform.rate_limit (
  key text primary key,
  taken integer not null,
  ends_at timestamptz not null
);
create index rate_limit_ended on platform.rate_limit (ends_at);

-- The first answer to a request with an Idempotency-Key. Without status the first is still under way.
create table platform.idempotency (
  user_id uuid not null,
  route text not null,
  key text not null,
  body_hash text not null,
  status integer,
  reply text,
  started_at timestamptz not null,
  primary key (user_id, route, key)
);
create index idempotency_age on platform.idempotency (started_at);
