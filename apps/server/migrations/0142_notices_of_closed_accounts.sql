-- Who closes an account takes along what its users were told of others: nobody can read it any more.
delete from notices.notice where account_id in (select id from accounts.account where state = 'closed')
  and kind in ('call_out_of_credit', 'call_cut_off', 'call_missed', 'call_stopped_by_limit', 'voicemail_received', 'message_received', 'scheduled_message_failed', 'keyword_unanswered');
-- And when it is closed.
create index notice_of_account on notices.notice (account_id);
