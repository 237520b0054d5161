-- Calls of visitors who are not signed in: the free echo test and nothing else. Nobody pays for them, so they are no
-- calls of an account. They are forgotten after a day.
create table calls.guest_call (
  -- UUIDv4, where an account's call has UUIDv7: a report's call id tells which table it belongs to.
  id uuid primary key,
  -- Whose it is, as far as anybody knows: an IPv4 address or the /64 of an IPv6 one.
  place text not null check (place <> ''),
  initiated_at timestamptz(3) not null,
  authorised_at timestamptz(3),
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  check (answered_at is null or authorised_at is not null)
);
-- One at a time for each place.
create unique index guest_call_running on calls.guest_call (place) where authorised_at is not null and ended_at is null;
create index guest_call_age on calls.guest_call (initiated_at);
