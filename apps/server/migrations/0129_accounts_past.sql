-- What is to be forgotten is found by an index: the job takes as long when years lie behind as on the first day.

-- A session is over with whichever comes first; nothing asks for the end that it would have had alone.
drop index accounts.session_expires;
create index session_over on accounts.session (least(ended_at, expires_at));
create index refresh_token_replaced on accounts.refresh_token (replaced_at) where replaced_at is not null;
create index password_reset_token_expires on accounts.password_reset_token (expires_at);
create index letter_over on accounts.letter (coalesce(sent_at, abandoned_at));

-- Read by the order in which they happened, for exports.
drop index audit.event_account;
create index event_of_account on audit.event (account_id, id);
