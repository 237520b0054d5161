-- What callers are greeted with: words that are read out, or sound, in a file: <data folder>/voicemail/greetings/<account>/<id>.wav.
create table voicemail.greeting (
  id uuid primary key,
  account_id uuid not null,
  name text not null,
  -- Null: it was recorded.
  language text,
  words text,
  -- How long it is; null: it is read out.
  milliseconds integer check (milliseconds between 1 and 3600000),
  created_at timestamptz(3) not null,
  check ((language is null) = (words is null) and (words is null) = (milliseconds is not null))
);
create index greeting_of_account on voicemail.greeting (account_id);

-- Greetings that are no more, or were never finished, and whose files have to go then.
create table voicemail.discarded_greeting (
  id uuid primary key,
  account_id uuid not null,
  due_at timestamptz(3) not null
);
create index discarded_greeting_due on voicemail.discarded_greeting (due_at, id);
