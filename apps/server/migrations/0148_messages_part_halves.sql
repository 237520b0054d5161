-- A part may end with half of a surrogate pair, whose other half is in the next one. PostgreSQL takes none in a text: such a body is escaped as JSON.
alter table messages.received_part add column is_escaped boolean not null default false;
