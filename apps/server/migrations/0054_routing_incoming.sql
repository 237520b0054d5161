-- How calls come in from a carrier.
alter table routing.trunk
  -- Numbers that it writes without a country are of this one (ISO 3166-1 alpha-2); null: it writes whole numbers.
  add column country text check (country ~ '^[A-Z]{2}$'),
  -- Further addresses (IP, or a network in CIDR notation) that its calls come from, beside the host.
  add column addresses text[] not null default '{}'
    check (cardinality(addresses) <= 50 and array_to_string(addresses, ' ') ~ '^[0-9A-Fa-f.:/ ]*$');
