-- Who closes an account takes their contacts along; those who have closed theirs already as well.
delete from contacts.contact where account_id in (select id from accounts.account where state = 'closed');
delete from contacts.book where account_id in (select id from accounts.account where state = 'closed');
