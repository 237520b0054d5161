-- How calls are spread over trunks, and how many a trunk takes.
alter table routing.trunk
  -- Among trunks of one priority: how often this one comes first, against the others' weights.
  add column weight integer not null default 1 check (weight between 1 and 1000),
  -- The most calls open on it at one time; null: as many as come.
  add column capacity integer check (capacity between 1 and 100000);
