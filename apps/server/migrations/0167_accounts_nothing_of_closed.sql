-- Nobody's face is shown once the account is closed.
delete from accounts.picture using accounts.user, accounts.account
where "user".id = picture.user_id and account.id = "user".account_id and account.state = 'closed';

-- Of a sign-up that nobody confirmed, and that ended for it, nothing personal is left but in the audit.
update accounts.user set country = null where country is not null and email like '%!@unconfirmed.invalid';
delete from accounts.factor using accounts.user
where "user".id = factor.user_id and "user".email like '%!@unconfirmed.invalid';
delete from accounts.recovery_code using accounts.user
where "user".id = recovery_code.user_id and "user".email like '%!@unconfirmed.invalid';
-- It has no invoices, and from now on none says who buys before the address is confirmed.
delete from billing.buyer where not exists (
  select from accounts.user where "user".account_id = buyer.account_id and email_confirmed_at is not null);

-- Where calls to a closed account would have gone on to, and never did, no charge and no receipt points at.
delete from calls.forward using calls.call
where forward.placed_call_id is null and call.id = forward.incoming_call_id
  and call.account_id in (select id from accounts.account where state = 'closed');
