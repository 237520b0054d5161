-- Segments of the plan's that were used and given back: a receipt names them.
alter table messages.message add column returned_included integer not null default 0 check (returned_included >= 0);
