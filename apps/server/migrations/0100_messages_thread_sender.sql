-- Who the account's messages to a person are from, where somebody chose: a number of the account, or a name that it may write under.
alter table messages.thread add column sender text check (sender <> '');
