-- What lies in a bucket of an S3 service, or may: nothing is written there before its row is. Sound without a row lies in the data folder.
create table voicemail.object (
  -- That of the message or the greeting.
  id uuid primary key,
  account_id uuid not null,
  kind text not null check (kind in ('voicemail', 'greeting')),
  -- Whose sound it is. Both are null: that was deleted, and the object is to go.
  recording_id uuid unique references voicemail.recording on delete set null,
  greeting_id uuid unique references voicemail.greeting on delete set null,
  -- Whether all of it is there: then the file is to go.
  is_stored boolean not null default false,
  -- When the next step is due; whoever takes it puts this off. Null: nothing is to be done.
  due_at timestamptz(3),
  check (kind = 'voicemail' or recording_id is null),
  check (kind = 'greeting' or greeting_id is null)
);
create index object_due on voicemail.object (coalesce(due_at, '-infinity'))
  where due_at is not null or (recording_id is null and greeting_id is null);
