-- What an account notes of a person it writes with: nobody else sees it.
alter table messages.thread add column note text not null default '' check (length(note) <= 2000);
create index thread_noted on messages.thread (account_id) where note <> '';
