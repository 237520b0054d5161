-- Also those that were removed are found by their account, for exports.
drop index billing.payment_method_of_account;
create index payment_method_of_account on billing.payment_method (account_id, id);
