-- Which INVITE was allowed: a report about another one that names the same call changes nothing.
alter table calls.call add column permission text;
alter table calls.guest_call add column permission text;

-- What a carrier has not let go of, though the call is over and it was told so again and again: it may go on counting.
create table calls.stuck_leg (
  call_id uuid primary key,
  trunk text not null,
  byes integer not null check (byes > 0),
  last_status integer,
  stuck_at timestamptz not null,
  gone_at timestamptz
);
comment on column calls.stuck_leg.call_id is 'Of a call, or of the call of a guest.';
comment on column calls.stuck_leg.last_status is 'The last answer to our BYE; null: none.';
create index stuck_leg_open on calls.stuck_leg (stuck_at) where gone_at is null;

-- What has ended stays as it was charged, but for an answer that was heard of after the end: that is charged once.
drop trigger call_is_guarded on calls.call;
create trigger call_is_guarded before insert on calls.call
  for each row execute function calls.guard_call();
create trigger change_of_call_is_guarded before update on calls.call
  for each row when (not (old.state = 'ended' and new.state = 'ended' and old.answered_at is null and new.answered_at is not null))
  execute function calls.guard_call();
