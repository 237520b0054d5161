-- Messages that wait for their time. Nothing is held for them: when it comes, each is written as any other, for no more than was shown.
create table messages.scheduled_message (
  id uuid primary key,
  account_id uuid not null,
  user_id uuid not null,
  number text not null,
  peer text not null check (peer <> ''),
  body text not null,
  encoding text not null check (encoding in ('gsm-7', 'ucs-2')),
  segments integer not null check (segments > 0),
  -- What was shown for a segment: it is not sent for more.
  currency text not null,
  per_segment bigint not null check (per_segment >= 0),
  send_at timestamptz(3) not null,
  -- Whose clocks it was told by; null: it was told as an instant.
  time_zone text,
  state text not null check (state in ('scheduled', 'failed', 'sent')),
  -- The code of the refusal, and its sentence.
  reason text,
  reason_text text,
  message_id uuid unique,
  -- Counts its changes: what was read before one is not sent after it.
  version integer not null default 1,
  -- When it is tried next; whoever is sending it has put this off.
  try_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  check ((state = 'sent') = (message_id is not null)),
  check ((state = 'failed') = (reason is not null))
);
create index scheduled_message_due on messages.scheduled_message (try_at) where state = 'scheduled';
create index scheduled_message_of_account on messages.scheduled_message (account_id, send_at);
create index scheduled_message_of_thread on messages.scheduled_message (account_id, peer) where state <> 'sent';
