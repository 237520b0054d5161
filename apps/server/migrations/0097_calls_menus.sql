-- Calls that came in, heard a menu, and were put through by a choice there: each choice is a call of its own, beside the one that goes on.

create table calls.menu_choice (
  placed_call_id uuid primary key references calls.call (id),
  incoming_call_id uuid not null references calls.call (id),
  made_at timestamptz(3) not null,
  -- Nothing is left to be done: it has ended, and so has the one that came in, or who chose has heard of it.
  is_over boolean not null default false,
  check (placed_call_id <> incoming_call_id)
);
create index menu_choice_of on calls.menu_choice (incoming_call_id);
create index menu_choice_open on calls.menu_choice (made_at) where not is_over;
