-- Where calls go out: the trunks of carriers, and of the sandbox.
create schema routing;

create table routing.trunk (
  id uuid primary key,
  -- As it stands in the engine's reports and in call records.
  name text not null unique check (name ~ '^[A-Za-z0-9-]{1,32}$'),
  -- A trial account reaches sandbox trunks only; an account that paid never reaches them once a real trunk exists.
  kind text not null check (kind in ('sandbox', 'real')),
  host text not null check (host ~ '^[A-Za-z0-9.:-]+$'),
  port integer not null check (port between 1 and 65535),
  transport text not null check (transport in ('udp', 'tcp')),
  -- How the carrier wants a number: this many leading characters of the E.164 form (its plus counts) go, then this comes before.
  strip_characters integer not null default 0 check (strip_characters between 0 and 15),
  prepend text not null default '' check (prepend ~ '^[+*#0-9]{0,20}$'),
  -- Digits with which a destination must begin for this trunk to take it; empty: it takes all.
  prefixes text[] not null default '{}',
  -- Least first.
  priority integer not null check (priority between 1 and 1000),
  enabled boolean not null default true,
  created_at timestamptz not null
);
