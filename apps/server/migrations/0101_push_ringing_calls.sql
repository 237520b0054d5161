-- Calls that browsers without an open page were told of while they rang, a row for each user.
create table push.ringing_call (
  -- calls.call, accounts.user, accounts.account; no foreign keys across modules.
  call_id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  -- SHA-256 of what a notification proves itself with when it declines the call.
  token_hash bytea not null unique check (length(token_hash) = 32),
  at timestamptz(3) not null,
  -- It rings no longer then.
  expires_at timestamptz(3) not null,
  -- Answered, given up, or over in another way: the notifications were taken back.
  over_at timestamptz(3),
  declined_at timestamptz(3),
  -- The engine has heard of it.
  decline_ordered_at timestamptz(3),
  primary key (call_id, user_id)
);
create index ringing_call_of_user on push.ringing_call (user_id, at);
create index ringing_call_of_account on push.ringing_call (account_id);
create index ringing_call_expires on push.ringing_call (expires_at);
create index ringing_call_declined on push.ringing_call (declined_at) where decline_ordered_at is null and declined_at is not null;
