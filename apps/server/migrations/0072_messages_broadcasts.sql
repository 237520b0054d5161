-- One text to many people. Each recipient gets an ordinary message, written once.
create table messages.broadcast (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  name text not null check (name <> ''),
  body text not null,
  opt_out_line text,
  number text not null,
  -- The columns of the file, as fields of the text.
  columns text[] not null default '{}',
  state text not null check (state in ('draft', 'running', 'paused', 'completed', 'cancelled')),
  -- Why it was paused by itself: the code of the refusal, and its sentence.
  reason text,
  reason_text text,
  -- Running: when the next of it are written; whoever writes them has put this off.
  turn_at timestamptz(3),
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  check ((state = 'running') = (turn_at is not null)),
  check ((state in ('completed', 'cancelled')) = (ended_at is not null)),
  check (reason is null or state = 'paused')
);
create index broadcast_of_account on messages.broadcast (account_id, id);
-- An account sends one after another: each has the pace of the account.
create unique index broadcast_running on messages.broadcast (account_id) where state = 'running';
create index broadcast_turn on messages.broadcast (turn_at) where state = 'running';

create table messages.broadcast_recipient (
  broadcast_id uuid not null references messages.broadcast on delete cascade,
  line integer not null check (line > 0),
  -- As the file has it, and as it could be read; null: it could not, or is another line's already.
  typed text not null,
  peer text,
  fields jsonb not null,
  state text not null check (state in ('waiting', 'left_out', 'sent')),
  reason text,
  segments integer not null default 0,
  -- What was shown for a segment: nobody is written to for more.
  currency text,
  per_segment bigint check (per_segment >= 0),
  message_id uuid unique,
  primary key (broadcast_id, line),
  unique (broadcast_id, peer),
  check ((state = 'sent') = (message_id is not null)),
  check ((state = 'left_out') = (reason is not null)),
  check (state = 'left_out' or peer is not null)
);
create index broadcast_recipient_waiting on messages.broadcast_recipient (broadcast_id, line) where state = 'waiting';

alter table messages.message add column broadcast_id uuid;
-- Single messages go before those of broadcasts.
create index message_due_first on messages.message ((broadcast_id is not null), due_at, id) where state = 'queued';
drop index messages.message_due;
create index message_queued_of_broadcast on messages.message (broadcast_id)
  where state = 'queued' and broadcast_id is not null;
