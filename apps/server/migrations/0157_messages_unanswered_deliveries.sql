-- Texts in one part that a carrier brought and that it may not know to be kept: it brings them again, on another connection. Kept for minutes.
create table messages.unanswered_delivery (
  bind text not null,
  fingerprint text not null,
  link uuid not null,
  came_at timestamptz(3) not null
);
create index unanswered_delivery_of_fingerprint on messages.unanswered_delivery (fingerprint);
create index unanswered_delivery_age on messages.unanswered_delivery (came_at);
