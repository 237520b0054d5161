-- Names that an operator lets an account write under, instead of one of its numbers.
create table messages.sender_name (
  account_id uuid not null,
  name text not null check (name ~ '^[ -*,-~]{1,11}$' and name ~ '[A-Za-z]'),
  -- Where it is registered, for countries that ask for that.
  registered_in text[] not null default '{}',
  allowed_at timestamptz(3) not null,
  primary key (account_id, name)
);

-- When somebody to whom nothing was ever written had a keyword answered: so many a day are.
alter table messages.thread add column stranger_answered_at timestamptz(3);
create index thread_stranger on messages.thread (account_id, stranger_answered_at) where stranger_answered_at is not null;
