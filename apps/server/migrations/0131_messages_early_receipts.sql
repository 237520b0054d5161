-- Receipts of nobody are forgotten by their age.
create index early_receipt_age on messages.early_receipt (came_at);
