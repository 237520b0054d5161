-- A receipt that nobody knows yet says how its message begins, where the carrier quotes that: of two it tells which.
alter table messages.early_receipt add column beginning text;
