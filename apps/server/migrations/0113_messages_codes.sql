-- The verification whose code this text carries. The code stands in no row: it follows from this and the server's secret.
alter table messages.message add column code_of uuid;
