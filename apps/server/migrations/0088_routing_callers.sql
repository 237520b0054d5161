-- Whether a carrier takes calls that show a number which is not ours: of whom a call is from that is forwarded.
alter table routing.trunk add column shows_callers boolean not null default false;
