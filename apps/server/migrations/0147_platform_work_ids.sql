-- What a request with an Idempotency-Key writes is written under this id, however often it is run. Null: a server of before claimed it.
alter table platform.idempotency add column work_id uuid;
