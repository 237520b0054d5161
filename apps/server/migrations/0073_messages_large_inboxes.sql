-- What a large inbox is opened, searched and erased by.

-- The words of messages, to be searched: beside them, since a row that changes with each step of its message would be indexed anew each time.
create extension if not exists pg_trgm with schema messages;
create extension if not exists btree_gin with schema messages;
create table messages.searched_text (
  message_id uuid primary key,
  account_id uuid not null,
  peer text not null,
  body text not null
);
insert into messages.searched_text (message_id, account_id, peer, body)
  select id, account_id, peer, body from messages.message where body <> '';
do $$
declare
  trigrams text := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
begin
  execute format('create index searched_text_words on messages.searched_text using gin (account_id, body %s.gin_trgm_ops)', trigrams);
end $$;

-- What an account sent in a month.
create index message_sent on messages.message (account_id, sent_at) where direction = 'outbound';

-- People by who wrote last, read backwards; those that are blocked are few.
drop index messages.thread_newest;
create index thread_newest on messages.thread (account_id, changed_at, peer);
create index thread_blocked on messages.thread (account_id, changed_at, peer) where blocked_at is not null;

-- Accounts that were closed, while their messages are erased a step at a time; how far that is.
create table messages.erasure (
  account_id uuid primary key,
  erased_up_to uuid not null default '00000000-0000-0000-0000-000000000000',
  asked_at timestamptz not null default now()
);
