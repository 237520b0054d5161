-- Text messages: what was written, how far each of its parts is, and the inbox made of them. Amounts are millionths.
create schema messages;

create table messages.message (
  id uuid primary key,
  account_id uuid not null,
  -- Who sent it; null: it came in, or answers for the account.
  user_id uuid,
  direction text not null check (direction in ('outbound', 'inbound')),
  -- The account's number and the other side: E.164, or the name of a sender.
  number text not null,
  peer text not null check (peer <> ''),
  body text not null,
  encoding text not null check (encoding in ('gsm-7', 'ucs-2')),
  segments integer not null check (segments > 0),
  state text not null check (
    state in ('queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown', 'received')
  ),
  reason text,
  is_practice boolean not null,
  -- The message with a keyword that this one answers, once.
  answers uuid unique,
  -- Who pays, and at which price: frozen when it was written. Null: it came in.
  currency text,
  per_segment bigint check (per_segment >= 0),
  rate_id text,
  paid_by text check (paid_by in ('money', 'trial_credit')),
  payer_wallet_id uuid,
  hold_id uuid,
  allowance_hold_id uuid,
  -- Held of the allowance; once it is settled, used of it.
  included_segments integer not null default 0 check (included_segments >= 0),
  -- Of money or trial credit; null: it is not known yet.
  charged bigint check (charged >= 0),
  -- Given back of it, where the carrier refused or the message expired after all.
  returned bigint not null default 0 check (returned >= 0),
  settled_at timestamptz(3),
  -- Queued: when it is tried next, which carriers have refused it, and until when whoever is sending it has it.
  due_at timestamptz(3),
  refused_by text[] not null default '{}',
  tries integer not null default 0,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  ended_at timestamptz(3),
  check ((direction = 'inbound') = (per_segment is null)),
  check (state <> 'queued' or due_at is not null)
);
create index message_of_account on messages.message (account_id, id);
create index message_of_thread on messages.message (account_id, peer, id);
create index message_due on messages.message (due_at, id) where state = 'queued';
create index message_undecided on messages.message (created_at) where state = 'unknown' and settled_at is null;

-- Its segments. Where the carrier cuts the message itself, all of them go as one and have one id of the carrier's.
create table messages.part (
  message_id uuid not null references messages.message on delete cascade,
  number integer not null check (number > 0),
  state text not null check (
    state in ('waiting', 'submitting', 'accepted', 'refused', 'unknown', 'delivered', 'undelivered', 'expired', 'rejected')
  ),
  bind text,
  -- The carrier's own id of it.
  carrier_id text,
  error text,
  submitted_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (message_id, number)
);
create index part_of_carrier on messages.part (bind, carrier_id) where carrier_id is not null;
create index part_under_way on messages.part (bind, submitted_at) where state in ('submitting', 'unknown');

-- A receipt that came before the carrier had said which message it is of.
create table messages.early_receipt (
  bind text not null,
  carrier_id text not null,
  peer text not null,
  number text not null,
  state text not null,
  error text,
  came_at timestamptz(3) not null,
  primary key (bind, carrier_id)
);
create index early_receipt_of_peer on messages.early_receipt (bind, peer, number);

-- Parts of long messages that came in. Those of a message that is whole stay for some minutes, so that one that comes twice is known.
create table messages.received_part (
  bind text not null,
  sender text not null,
  recipient text not null,
  reference integer not null,
  total integer not null,
  number integer not null,
  body text not null,
  came_at timestamptz(3) not null,
  is_done boolean not null default false,
  primary key (bind, sender, recipient, reference, total, number)
);
create index received_part_age on messages.received_part (came_at);
create index received_part_waiting on messages.received_part (recipient) where not is_done;

-- One person of an account's inbox.
create table messages.thread (
  account_id uuid not null,
  peer text not null,
  last_message_id uuid,
  unread integer not null default 0 check (unread >= 0),
  read_up_to uuid,
  draft text not null default '',
  opted_out_at timestamptz(3),
  -- When STOP, START and HELP were last answered, so that each is answered once a day.
  answered_at jsonb not null default '{}',
  blocked_at timestamptz(3),
  changed_at timestamptz(3) not null,
  primary key (account_id, peer)
);
create index thread_newest on messages.thread (account_id, changed_at desc, peer);
create index thread_unread on messages.thread (account_id) where unread > 0;
