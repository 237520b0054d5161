-- A message's receipt names who the message was for: it goes when its account is closed. All others stay, and none is ever changed.
create function billing.keep_receipt() returns trigger language plpgsql as $$
begin
  raise exception 'a receipt is never changed' using errcode = 'restrict_violation';
end $$;
drop trigger receipt_is_final on billing.receipt;
create trigger receipt_is_final before update or truncate on billing.receipt
  for each statement execute function billing.keep_receipt();
create trigger receipt_stays before delete on billing.receipt
  for each row when (old.cause_type <> 'message') execute function billing.keep_receipt();

-- Of accounts that are closed already, too.
delete from billing.receipt where cause_type = 'message'
  and account_id in (select id from accounts.account where state = 'closed');
