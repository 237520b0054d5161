-- Whether a mail tells of what somebody else may have done in an account: those have a bound of their own, so that nobody who rings a number
-- or writes to it keeps one from going out.
alter table accounts.letter add column is_warning boolean not null default false;
