// Which of the calls that have ended are told as missed. A call through a menu is told as one, under the call that came in.
import type { EndReason } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';
import { type CallRecord, isInMenu, isSentToVoicemail, isWithAttendant } from '../record/call-record.ts';

/** What nobody of the account wants to be told of: they declined it themselves, or said before that they do not want it. */
const UNWANTED = [
  'rejected',
  'ended_by_request',
  'caller_blocked',
  'anonymous_refused',
  'possibly_forged',
] as const satisfies readonly EndReason[];

/** `in_menu`: it ended in a menu; whether anybody was missed the choices there say, of which the last may end later. */
type Missed = 'yes' | 'no' | 'unwanted' | 'in_menu';

/** What a call that has ended says of itself: it came in and was not answered, unless by voicemail. */
export function missedBy(call: CallRecord): Missed {
  const { direction, progress } = call;
  if (direction === 'outbound' || progress.state !== 'ended' || call.placer.kind === 'verification') return 'no';
  if (progress.answeredAt === null) {
    return UNWANTED.some((reason) => reason === progress.reason) ? 'unwanted' : 'yes';
  }
  if (isInMenu(call)) return 'in_menu';
  // Whoever sent the caller there knows of the call; a message that is left is told by itself.
  if (isSentToVoicemail(call)) return 'unwanted';
  return isWithAttendant(call) ? 'yes' : 'no';
}

/**
 * What the event of the end of call `saved.id` says of that, where `missed` is what it says of itself: `isMissed`, or the call in whose menu
 * it ended or was chosen.
 */
export const missedFactsSql: RawBuilder<unknown> = sql`
  case when missed = 'in_menu' then jsonb_build_object('menuCallId', saved.id)
    when missed in ('yes', 'unwanted') then coalesce(
      (select jsonb_build_object('menuCallId', chosen.incoming_call_id) from calls.menu_choice chosen
        where chosen.placed_call_id = saved.id),
      case missed when 'yes' then '{"isMissed": true}'::jsonb end, '{}')
    else '{}' end`;

/**
 * Whether a call that was answered by a menu is told as missed: it has ended and so has whatever its keys called, nobody answered, and
 * phones rang before the menu, or at a key whose call nobody declined.
 */
export async function isMissedInMenu(database: Executor, callId: string): Promise<boolean> {
  const { rows } = await sql<{ isMissed: boolean }>`
    select incoming.state = 'ended' and not ${isAnyChoiceSql(sql`placed.state <> 'ended' or placed.answered_at is not null`)}
      and (incoming.ringing_at is not null or ${isAnyChoiceSql(sql`placed.reason <> all (${UNWANTED})`)}) as "isMissed"
    from calls.call incoming where incoming.id = ${callId}`.execute(database);
  return rows[0]?.isMissed === true;
}

function isAnyChoiceSql(one: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from calls.menu_choice choice join calls.call placed on placed.id = choice.placed_call_id
    where choice.incoming_call_id = incoming.id and (${one}))`;
}
