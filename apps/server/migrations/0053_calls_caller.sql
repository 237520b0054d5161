-- Who is shown as the caller.
alter table calls.call
  -- The caller asked that their number be withheld from who is called (RFC 3323).
  add column is_number_withheld boolean not null default false,
  -- Of a call that came in: who calls, as the trunk wrote it, where that could not be read as a number.
  add column from_text text check (length(from_text) between 1 and 64);
