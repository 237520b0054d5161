-- What fails for one payment or one method waits by itself, and holds up nobody behind it.
alter table billing.payment add column receipt_put_off_until timestamptz;
comment on column billing.payment.receipt_put_off_until is 'Its receipt could not be written: it is tried again then.';
alter table billing.payment_method add column look_at timestamptz;
comment on column billing.payment_method.look_at is
  'When the provider is asked again to forget a removed method; null: it was not asked yet.';
