-- Closed accounts of which something is still to be deleted.
create index closed_account_kept on insight.closed_account (account_id) where not is_forgotten;
