-- Which phones ring when a number of an account is called.
create index sip_phone_of_account on accounts.sip_phone (account_id, id);
