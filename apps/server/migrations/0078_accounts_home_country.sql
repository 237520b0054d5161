-- The country whose numbers somebody means who types one without a code: chosen by them, not guessed from their number.
alter table accounts.user add column country text check (country ~ '^[A-Z]{2}$');
