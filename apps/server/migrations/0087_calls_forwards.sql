-- Calls that come in and go on to another telephone, as the rule of their number says: a second call is placed, at the price of a call
-- out. Both are calls of the account, each with its own price.

alter domain calls.placer drop constraint placer_check;
-- forward: the rule of a number, for a call that came in.
alter domain calls.placer add constraint placer_check check (value in ('user', 'sip_phone', 'telephone', 'forward'));

-- What it may cost at most, whatever the account could pay; null: nothing was said. And so why a call gets no more.
alter table calls.call add column most_micros calls.micros;
alter table calls.call drop constraint call_end_because_check;
alter table calls.call add constraint call_end_because_check
  check (end_because in ('money', 'limit_day', 'limit_hour', 'forward_most'));

create table calls.forward (
  incoming_call_id uuid primary key references calls.call (id),
  -- E.164, and what a call to it may cost, as the rule said when the call came in.
  to_number calls.e164 not null,
  most_micros calls.micros,
  -- As Diversion says it (RFC 5806 §9.1).
  because text not null check (because in ('unconditional', 'no-answer')),
  made_at timestamptz(3) not null,
  placed_call_id uuid unique references calls.call (id),
  -- Why none was placed: the code and the sentence of the problem.
  refusal_code text,
  refusal text,
  -- Nothing is left to be done: both calls have ended, or the one did and the other was never placed.
  is_over boolean not null default false,
  check (placed_call_id <> incoming_call_id),
  check ((refusal is null) = (refusal_code is null))
);
create index forward_open on calls.forward (made_at) where not is_over;
