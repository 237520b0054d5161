-- By which ids carriers name what came in: however often one is told, it is written down once.
create table messages.received_id (
  bind text not null,
  carrier_id text not null,
  came_at timestamptz(3) not null,
  primary key (bind, carrier_id)
);
create index received_id_age on messages.received_id (came_at);
