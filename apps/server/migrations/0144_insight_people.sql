-- What calls with each person came to, over all time. Of closed accounts nothing is kept, as it names people.
create table insight.person (
  -- accounts.account; no foreign key across modules.
  account_id uuid not null,
  -- The other side of the calls, as threads name it.
  peer text not null,
  calls integer not null check (calls >= 0),
  answered_seconds bigint not null check (answered_seconds >= 0),
  -- Money alone, in millionths.
  spend_micros bigint not null check (spend_micros >= 0),
  primary key (account_id, peer)
);

-- Whether a call is in the sums of its person, too. Those from before are counted there by the step that counts earlier calls, which begins anew.
alter table insight.counted_call add column has_person boolean not null default false;
delete from insight.earlier_calls;

-- Sums of one person are made when somebody looks.
create index message_of_person on insight.message (account_id, peer) include (charged, returned);
