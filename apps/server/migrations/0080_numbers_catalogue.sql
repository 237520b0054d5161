-- The numbers that operators offer for rent.
create table numbers.offer (
  -- Country code 999 is not assigned (ITU-T E.164): what begins with it is no number of a carrier.
  e164 text primary key check (e164 ~ '^\+[1-9][0-9]{6,14}$' and e164 not like '+999%'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  kind text not null check (kind in ('fixed', 'mobile', 'toll_free', 'voip')),
  carrier text not null check (carrier <> ''),
  -- Millionths: for each month, and once when it is rented.
  monthly bigint not null check (monthly >= 0),
  setup bigint not null check (setup >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  has_voice boolean not null,
  has_sms boolean not null,
  -- What the carrier wants to see of whoever rents it; null: nothing.
  documents text check (documents <> ''),
  -- Whether it can be rented; who has it keeps it.
  is_offered boolean not null default true,
  loaded_at timestamptz(3) not null,
  check (has_voice or has_sms)
);
create index offer_of_country on numbers.offer (country, kind, e164);
-- For numbers that end with some digits.
create index offer_from_its_end on numbers.offer (reverse(e164) text_pattern_ops);
