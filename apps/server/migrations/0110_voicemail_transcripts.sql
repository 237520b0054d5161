-- What was said in messages, as a service outside wrote it down, and what waits for it. A message without a row: nobody is asked.
create table voicemail.transcript (
  -- Whoever deletes the message takes it along.
  recording_id uuid primary key references voicemail.recording on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'written', 'failed')),
  -- Empty: not a word was heard.
  text text check (char_length(text) <= 8000),
  queued_at timestamptz(3) not null,
  attempts integer not null default 0,
  -- When the service is asked, while it waits.
  due_at timestamptz(3),
  check ((state = 'written') = (text is not null)),
  check ((state = 'pending') = (due_at is not null))
);
create index transcript_due on voicemail.transcript (due_at) where state = 'pending';

-- How much sound of an account was sent out to be written down, on each day (UTC): a service is paid by the minute.
create table voicemail.transcribed_day (
  account_id uuid not null,
  day date not null,
  milliseconds integer not null check (milliseconds >= 0),
  primary key (account_id, day)
);
create index transcribed_day_past on voicemail.transcribed_day (day);
