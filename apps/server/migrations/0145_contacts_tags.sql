-- Words by which somebody sorts contacts, in the order in which they were written.
alter table contacts.contact add column tags text[] not null default '{}' check (cardinality(tags) <= 10);
-- The tags without accents and case, a space between them: searched in, as the name is.
alter table contacts.contact add column search_tags text collate "C" not null default '';
