-- Every text of a person is told, in one row of the bell for all of them: its cause is whose they are, and no longer the first unread one.
update notices.notice set cause = account_id || ' ' || (facts ->> 'peer')
where id in (
  select distinct on (user_id, account_id, facts ->> 'peer') id from notices.notice
  where kind = 'message_received' order by user_id, account_id, facts ->> 'peer', id desc
);
-- When screens were last told of a person's texts, or will be.
alter table notices.notice add column pushed_at timestamptz(3);
