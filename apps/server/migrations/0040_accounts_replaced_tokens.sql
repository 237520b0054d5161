-- 0003 says that replaced tokens stay as long as their session. A session that is used has no end, and an open page replaces
-- a hundred a day: each is kept for 30 days from when it was replaced.
comment on table accounts.refresh_token is
  'Only the SHA-256 of a token. A replaced one is kept for 30 days: used again in that time, it ends its session. Later it is
unknown, as any other wrong one: it opens nothing, and ends nothing.';
