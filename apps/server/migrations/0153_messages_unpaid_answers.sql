-- The answers to STOP, START and HELP that went out at no price: what bounds them counts no other messages.
create index message_unpaid_answer on messages.message (account_id, id) include (peer) where answers is not null and per_segment = 0;
create index message_unpaid_by_all on messages.message (id) where answers is not null and per_segment = 0 and not is_practice;
