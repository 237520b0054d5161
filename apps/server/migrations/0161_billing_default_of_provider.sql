-- Each payment provider that an account ever paid by has a default of its own: that of one that is not used any more refused
-- the first card kept by the next one, and with it the payment that brought it.
drop index billing.payment_method_default;
create unique index payment_method_default on billing.payment_method (account_id, provider) where is_default;
