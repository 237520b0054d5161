-- Carriers that want us to register, and what became of it.
alter table routing.trunk
  -- For how long at a time; null: it wants none.
  add column register_seconds integer check (register_seconds between 60 and 86400),
  add constraint trunk_registers_by_login check (register_seconds is null or login_user is not null);

create table routing.registration (
  trunk_id uuid primary key references routing.trunk on delete cascade,
  -- One for all REGISTERs of a trunk, with a CSeq that rises (RFC 3261 §10.2.4).
  call_id text not null,
  cseq integer not null check (cseq > 0),
  -- What the registrar said last; null: nothing.
  status integer,
  registered_until timestamptz,
  -- The shortest time that it takes, where it has said so (423).
  least_seconds integer not null default 0 check (least_seconds between 0 and 86400),
  -- Refusals and silences in a row.
  failures integer not null default 0 check (failures >= 0),
  next_at timestamptz not null,
  -- One server at a time.
  claimed_until timestamptz
);
