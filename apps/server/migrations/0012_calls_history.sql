-- Lists of calls that can be searched, and what explains one call.

-- An account's calls, newest first. What they are filtered by stands in the index, so that a filter that finds little
-- reads few rows. All of it changes only when the state does, which other indexes follow already.
drop index calls.call_of_account;
create index call_of_account on calls.call (account_id, id desc)
  include (to_number, country_code, state, reason, answered_at);

-- What Farline did for a running call: lengthened it (to so many seconds after the answer), or warned its caller (so many
-- seconds before the end).
create table calls.step (
  call_id uuid not null references calls.call (id),
  kind text not null check (kind in ('extended', 'warned')),
  at timestamptz(3) not null,
  seconds integer not null check (seconds >= 0),
  primary key (call_id, kind, at)
);

-- How a call sounded, as the browser measured it: a sample a second, several to a row. No second stands twice.
create table calls.quality_batch (
  call_id uuid not null references calls.call (id),
  first_second integer not null check (first_second >= 0),
  seconds integer[] not null check (cardinality(seconds) between 1 and 120 and seconds[1] = first_second),
  loss_percent real[] not null check (cardinality(loss_percent) = cardinality(seconds)),
  jitter_ms real[] not null check (cardinality(jitter_ms) = cardinality(seconds)),
  -- An unknown one is null.
  round_trip_ms real[] not null check (cardinality(round_trip_ms) = cardinality(seconds)),
  primary key (call_id, first_second)
);
