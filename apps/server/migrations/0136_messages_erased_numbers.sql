-- Of a closed account the numbers of its messages are erased too, and the names that it wrote under. A message that is not settled yet keeps its
-- numbers, by which a receipt finds it: what comes after `left_after` is looked at again.
alter table messages.erasure add column left_after uuid;
alter table messages.erasure add column due_at timestamptz not null default now();

-- Those that were closed before: their words are gone, and all people of their inbox, without whom nobody who is here has messages.
insert into messages.erasure (account_id)
  select account_id from (select distinct account_id from messages.message) written
  where not exists (select from messages.thread where thread.account_id = written.account_id)
    and not exists (select from messages.message where message.account_id = written.account_id and body <> '')
  on conflict do nothing;
update messages.erasure set erased_up_to = '00000000-0000-0000-0000-000000000000';
