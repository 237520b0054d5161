-- What was measured of our own availability.
create schema status;

-- One row for each ten seconds. Null: no server measured it. With several servers, the worst of what they saw.
create table status.reading (
  slot timestamptz primary key check (mod(extract(epoch from slot), 10) = 0),
  web boolean,
  engine boolean,
  database boolean
);

-- What GET /db-test writes and reads again.
create table status.probe (
  is_single boolean primary key default true check (is_single),
  written_at timestamptz not null
);
