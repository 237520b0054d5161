-- Messages that callers left. Their sound lies in files: <data folder>/voicemail/<account>/<id>.wav.
create schema voicemail;

create table voicemail.recording (
  -- That of the call which left it; no foreign key across modules.
  id uuid primary key,
  account_id uuid not null,
  -- The number that was called.
  number text not null,
  -- Who called: E.164; null: not known, or not shown.
  caller text,
  -- What the trunk wrote where that is no number.
  caller_text text,
  received_at timestamptz(3) not null,
  milliseconds integer not null check (milliseconds between 1 and 3600000),
  -- Null: nobody of the account has heard it.
  heard_at timestamptz(3)
);
create index recording_of_account on voicemail.recording (account_id, id desc);
create index recording_of_caller on voicemail.recording (account_id, caller, id desc);
create index recording_unheard on voicemail.recording (account_id) where heard_at is null;

-- Recordings that are no more and whose files have still to go.
create table voicemail.discarded (
  id uuid primary key,
  account_id uuid not null
);
