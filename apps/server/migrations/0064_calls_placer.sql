-- Who placed a call: what placed it has an id of its own, and no user need stand behind it.
alter table calls.call
  -- Of the SIP phone; null: a user, somebody who called in, or a call of before this was kept.
  add column placer_id uuid,
  alter column user_id drop not null;
