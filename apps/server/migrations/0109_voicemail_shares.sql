-- Links by which whoever has one hears one message, for a time.
create table voicemail.share (
  id uuid primary key,
  -- Whoever deletes the message takes its links along.
  recording_id uuid not null references voicemail.recording on delete cascade,
  account_id uuid not null,
  -- SHA-256 of what stands in the link: 192 random bits, which are kept nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Whether the page says who called.
  shows_caller boolean not null,
  made_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > made_at),
  -- How often its page was opened.
  opened integer not null default 0
);
create index share_of_recording on voicemail.share (recording_id, made_at);
create index share_expired on voicemail.share (expires_at);
