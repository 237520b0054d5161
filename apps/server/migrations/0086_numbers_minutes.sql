-- What a minute of a call that comes in costs, in millionths; of a rental as it was when the number was ordered.

alter table numbers.offer add per_minute bigint not null default 0 check (per_minute >= 0);
alter table numbers.rental add per_minute bigint not null default 0 check (per_minute >= 0);
