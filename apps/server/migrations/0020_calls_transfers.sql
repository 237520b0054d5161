-- A running call that its caller gives away to another number: a second call is placed, and once it is answered its far
-- side and the running call's talk with each other. Both stay calls of the account, each with its own price.
create table calls.transfer (
  placed_call_id uuid primary key references calls.call (id),
  running_call_id uuid not null references calls.call (id),
  asked_at timestamptz(3) not null,
  -- When the two began to talk, and the caller was out.
  joined_at timestamptz(3),
  -- Nothing is left to be done: it came to nothing, or both calls have ended.
  is_over boolean not null default false,
  check (placed_call_id <> running_call_id)
);
-- One at a time.
create unique index transfer_open on calls.transfer (running_call_id) where not is_over;
create index transfer_of_running on calls.transfer (running_call_id);
