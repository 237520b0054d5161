-- Where a recipient may be, if a source names hours without advertising there: their country, and the time zones of their number.
alter table messages.broadcast_recipient add column country_code text, add column time_zones text[];
