import { isGivenUp, type CallAsk } from '@farline/contracts';
import { Problem } from '../../../platform/problems.ts';
import { type RateLimitWindow, takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import { findUser } from '../../accounts/index.ts';
import { findSipPhone } from '../../phones/index.ts';
import { countryOfNumber, readDialledNumber } from '../../rating/index.ts';
import { authoriseCall, type AuthoriseDeps } from './authorise-call.ts';
import { type CallDecision, notAllowed, tooLate, unescape } from './call-decision.ts';
import { type InitiateDeps, initiateCall } from './initiate-call.ts';
import { isInviteKnown } from './invites-store.ts';
import type { CallSettings } from '../record/settings.ts';

/**
 * Decides on the INVITE of a SIP phone that has proved who it is: makes the call that nobody initiated before it, and
 * authorises it as any other. The number is read as in the browser, a local one in the country that the user chose, else in that of
 * their own telephone;
 * the account's first number is shown. An INVITE that has made its call makes no second one,
 * and the phones of an account send only so many a minute.
 */
export async function authorisePhoneCall(deps: AuthoriseDeps & InitiateDeps, ask: CallAsk): Promise<CallDecision> {
  if (isGivenUp(ask, deps.clock.now().getTime())) return tooLate;
  const phone = await findSipPhone(deps.database, ask.phone);
  if (phone === null || (await isInviteKnown(deps.database, ask))) return notAllowed;
  const waitSeconds = await takeFromRateLimit(deps.database, limitOf(phone.accountId, deps.settings), deps.clock.now());
  if (waitSeconds > 0) return tooMany(waitSeconds);
  const user = await findUser(deps.database, phone.userId);
  const country = user === null ? null : homeOf(user);
  const placer = { kind: 'sip_phone', id: phone.id, userId: phone.userId } as const;
  try {
    const { call } = await initiateCall(deps, {
      accountId: phone.accountId,
      placer,
      to: unescape(ask.dialled),
      from: undefined,
      defaultCountry: country ?? undefined,
      isNumberWithheld: ask.privacy === 'id',
      isHeardByPlacer: true,
    });
    const decision = await authoriseCall(deps, { ...ask, placer, call: call.id, dialled: call.to });
    return { ...decision, call: call.id };
  } catch (error) {
    if (error instanceof Problem) return refusalOf(error);
    throw error;
  }
}

/** What a SIP phone that calls for help is told, whatever else there is to do or to know of it; null: it does not. */
export function refuseEmergency({ phone, dialled }: CallAsk): CallDecision | null {
  if (phone === '') return null;
  const read = readDialledNumber(unescape(dialled));
  if (read.kind !== 'refused' || read.reason !== 'emergency') return null;
  return { decision: 'refuse', status: 403, phrase: USE_ANOTHER_PHONE, reason: 'number_emergency' };
}

const MINUTE_SECONDS = 60;
const limitOf = (accountId: string, { phoneInvitesAMinute: most }: CallSettings): RateLimitWindow => ({
  key: `phone-invites:${accountId}`,
  most,
  windowSeconds: MINUTE_SECONDS,
});
const tooMany = (retryAfterSeconds: number): CallDecision => ({
  decision: 'refuse',
  status: 503,
  phrase: 'Too Many Calls A Minute',
  reason: 'too_many_requests',
  retryAfterSeconds,
});

const USE_ANOTHER_PHONE = 'Use Another Phone For Emergencies';

const STATUSES: Record<string, { status: number; phrase: string }> = {
  out_of_credit: { status: 402, phrase: 'Payment Required' },
  no_route: { status: 503, phrase: 'No Route' },
  number_too_short: { status: 484, phrase: 'Address Incomplete' },
  number_too_long: { status: 484, phrase: 'Address Incomplete' },
  number_not_understood: { status: 404, phrase: 'No Such Number' },
  number_country_unknown: { status: 484, phrase: 'Country Code Needed' },
  number_with_extension: { status: 484, phrase: 'Call Without Extension' },
  service_code_unknown: { status: 404, phrase: 'No Such Service' },
  destination_unknown: { status: 404, phrase: 'No Such Destination' },
  number_emergency: { status: 403, phrase: USE_ANOTHER_PHONE },
};

/** What would have been a sentence on a page, as a telephone shows it; the stable code stands beside it. */
function refusalOf(problem: Problem): CallDecision {
  const { status, phrase } = STATUSES[problem.code] ?? { status: 403, phrase: 'Forbidden' };
  return { decision: 'refuse', status, phrase, reason: problem.code };
}

const homeOf = ({ country, phoneE164 }: { country: string | null; phoneE164: string | null }) =>
  country ?? (phoneE164 === null ? null : countryOfNumber(phoneE164));
