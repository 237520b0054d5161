-- A mail that names somebody, as one about a voicemail does, goes when its account is closed: sent or not.
alter table accounts.letter add column names_somebody boolean not null default false;
-- Nobody noted it of those from before; they are kept for 30 days.
update accounts.letter set names_somebody = true where kind = 'notice';
create index letter_naming on accounts.letter (user_id) where names_somebody;

-- Of accounts that are closed already, too; what still waits is about their money, or is given up within a day.
delete from accounts.letter
using accounts.user, accounts.account
where letter.names_somebody and coalesce(letter.sent_at, letter.abandoned_at) is not null
  and "user".id = letter.user_id and account.id = "user".account_id and account.state = 'closed';
