-- How each server's line to each carrier of messages stands, for whoever runs the service.
create table messages.carrier_line (
  carrier text not null,
  server text not null,
  is_bound boolean not null,
  -- Since when it is so, and when the server last said so.
  changed_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  primary key (carrier, server)
);
