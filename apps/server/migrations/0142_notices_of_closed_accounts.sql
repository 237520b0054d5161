-- Who closes an account takes along what its users were told: it names people, and nobody can read it any more.
delete from notices.notice where account_id in (select id from accounts.account where state = 'closed');
-- What an account was told is deleted when it is closed.
create index notice_of_account on notices.notice (account_id);
