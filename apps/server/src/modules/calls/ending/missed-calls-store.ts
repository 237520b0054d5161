// Which of the calls that have ended are told as missed. A call through a menu is told as one, under the call that came in.
import type { EndReason } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type CallRecord, isInMenu, isWithAttendant } from '../record/call-record.ts';

/** What nobody of the account wants to be told of: they declined it themselves, or said before that they do not want it. */
const UNWANTED = [
  ...(['rejected', 'ended_by_request', 'caller_blocked', 'anonymous_refused', 'possibly_forged'] as const),
] satisfies EndReason[];

/** `in_menu`, `rang_and_in_menu`: it ended in a menu, before which phones may have rung; whether anybody was missed the choices there say. */
type Missed = 'yes' | 'no' | 'in_menu' | 'rang_and_in_menu';

/** What a call that has ended says of itself: it came in and was not answered, unless by voicemail, and the account had not sent it away. */
export function missedBy(call: CallRecord): Missed {
  const { direction, progress } = call;
  if (direction === 'outbound' || progress.state !== 'ended' || call.placer.kind === 'verification') return 'no';
  if (progress.answeredAt === null) return UNWANTED.some((reason) => reason === progress.reason) ? 'no' : 'yes';
  if (isInMenu(call)) return progress.ringingAt === null ? 'in_menu' : 'rang_and_in_menu';
  return isWithAttendant(call) ? 'yes' : 'no';
}

/** Whether the call `saved.id` is told as missed, by what it says of itself in `missed`: a choice is not, the call in whose menu it was made is. */
export const isMissedSql: RawBuilder<boolean> = sql`
  case missed
    when 'yes' then not exists (select from calls.menu_choice chosen where chosen.placed_call_id = saved.id)
    when 'in_menu' then ${isAnyChoiceSql(sql`placed.state <> 'ended' or placed.reason <> all (${UNWANTED})`)} and not ${isTakenSql()}
    when 'rang_and_in_menu' then not ${isTakenSql()}
    else false end`;

function isTakenSql(): RawBuilder<boolean> {
  return isAnyChoiceSql(sql`placed.answered_at is not null`);
}

function isAnyChoiceSql(one: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from calls.menu_choice choice join calls.call placed on placed.id = choice.placed_call_id
    where choice.incoming_call_id = saved.id and (${one}))`;
}
