-- Whom an account had calls with: each number once, how many calls there were, and the latest. What a list of people would have to read
-- all of the account's calls for. Of closed accounts nothing is kept, as it names people.
create table calls.person (
  account_id uuid not null,
  -- Who was called, or who called.
  peer text not null check (starts_with(peer, '+')),
  calls integer not null check (calls > 0),
  -- No foreign key: its row is written in the statement that began the call.
  last_call_id uuid not null,
  primary key (account_id, peer)
);
create index person_by_last_call on calls.person (account_id, last_call_id desc) include (peer, calls);

-- Whoever begins calls changes people's rows last, in the order of their keys.
create function calls.note_people() returns trigger language plpgsql as $$
begin
  insert into calls.person as known (account_id, peer, calls, last_call_id)
  select account_id, peer, count(*), max(id::text)::uuid
  from (
    select account_id, id, case direction when 'inbound' then from_number::text else to_number::text end as peer
    from begun) one
  where starts_with(peer, '+') group by account_id, peer order by account_id, peer
  on conflict (account_id, peer) do update set
    calls = known.calls + excluded.calls, last_call_id = greatest(known.last_call_id, excluded.last_call_id);
  return null;
end $$;

-- From now on nobody begins a call until this is committed.
create trigger people_are_noted after insert on calls.call
  referencing new table as begun for each statement execute function calls.note_people();

insert into calls.person (account_id, peer, calls, last_call_id)
select account_id, peer, count(*), max(id::text)::uuid
from (
  select account_id, id, case direction when 'inbound' then from_number::text else to_number::text end as peer
  from calls.call) one
where starts_with(peer, '+') and account_id not in (select id from accounts.account where state = 'closed')
group by account_id, peer;
