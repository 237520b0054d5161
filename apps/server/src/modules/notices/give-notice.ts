import type { PushContent } from '@farline/contracts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { spokenLanguage } from '../../platform/languages.ts';
import { NAMING_SOMEBODY, type Told } from './notice.ts';
import { mailOf, type NoticeMail } from './notice-mail.ts';
import { KEPT_FOR_MS, pushOf } from './notice-push.ts';
import type { Reader } from './notice-sentence.ts';
import type { StoredNoticeSettings } from './notice-settings.ts';
import { findNoticeSettings, insertNotice, missedSince } from './notices-store.ts';

/** What a closed account is mailed still: it is about money that was paid for it. */
const MAILED_WHEN_CLOSED = new Set<Told['kind']>(['payment_disputed', 'dispute_closed', 'refund_failed']);

/** So many calls are told by mail within an hour, of one caller and of all: whoever rings again and again fills no mailbox, and hides nobody else. */
const MISSED_AN_HOUR = { ofCaller: 3, all: 10 };
const HOUR_MS = 60 * 60_000;
/** A message that its caller left is taken in soon after the call, and mailed in the place of this. */
const MISSED_WAITS_MS = 30_000;

export type Addressee = { language: string; timeZone: string; isClosed: boolean };

export type GiveDeps = {
  /** Puts a mail to a user in a queue that is never lost, in the same transaction: by an id by which it can be taken back. */
  mailTo: (
    tx: Transaction,
    mail: NoticeMail & { userId: string; at: Date; id?: string; notBefore?: Date },
  ) => Promise<void>;
  /** Tells the browsers of a user though no page is open in them, in the same transaction. */
  pushTo: (
    tx: Transaction,
    push: { userId: string; content: PushContent; isUrgent: boolean; at: Date; notBefore?: Date; keptForMs: number },
  ) => Promise<void>;
  /** How a user is written to: their language as a BCP 47 tag, the time zone of their account, and whether it is closed. */
  addresseeOf: (db: Executor, userId: string) => Promise<Addressee>;
  /** Links in mails begin with it. */
  publicUrl: string;
};

/** Tells a user of something once, messages aside (`give-message-notice.ts`): in their list, on their screens, and by mail and by push if they want it. */
export async function giveNotice(
  deps: GiveDeps,
  tx: Transaction,
  given: { userId: string; accountId: string; told: Told; cause: string; at: Date },
): Promise<void> {
  const { userId, accountId, told, cause, at } = given;
  const addressee = await deps.addresseeOf(tx, userId);
  if (addressee.isClosed && NAMING_SOMEBODY.includes(told.kind)) return;
  const id = newId(at);
  if (!(await insertNotice(tx, { ...told, id, userId, accountId, cause, at }))) return;
  await publish(tx, { type: 'notice.changed', accountId, subjectId: id, payload: { userId } });
  const settings = await findNoticeSettings(tx, userId);
  if (addressee.isClosed && !MAILED_WHEN_CLOSED.has(told.kind)) return;
  await pushNotice(deps, tx, { userId, told, settings, addressee, at });
  const mail = mailOf(told, settings, {
    publicUrl: deps.publicUrl,
    isClosed: addressee.isClosed,
    ...readerOf(addressee),
  });
  if (mail === null) return;
  if (told.kind === 'call_missed' && (await isEnoughMailed(tx, { userId, from: told.facts.from, at }))) return;
  const notBefore = told.kind === 'call_missed' ? new Date(at.getTime() + MISSED_WAITS_MS) : at;
  await deps.mailTo(tx, { ...mail, id, userId, at, notBefore });
}

const readerOf = ({ language, timeZone }: Addressee): Reader => ({ language: spokenLanguage(language), timeZone });

/** Shows a notice on the screens of a user, where they want that and the account is open. */
export async function pushNotice(
  deps: Pick<GiveDeps, 'pushTo'>,
  tx: Transaction,
  push: {
    userId: string;
    told: Told;
    settings: StoredNoticeSettings;
    addressee: Addressee;
    at: Date;
    notBefore?: Date;
  },
): Promise<void> {
  const { userId, told, settings, addressee, at, notBefore = at } = push;
  const content = addressee.isClosed ? null : pushOf(told, settings, readerOf(addressee));
  if (content === null) return;
  const happened = { ...content, at: at.toISOString() };
  await deps.pushTo(tx, { userId, content: happened, isUrgent: false, at, notBefore, keptForMs: KEPT_FOR_MS });
}

async function isEnoughMailed(
  tx: Transaction,
  { userId, from, at }: { userId: string; from: string | null; at: Date },
): Promise<boolean> {
  const since = new Date(at.getTime() - HOUR_MS);
  const missed = await missedSince(tx, { userId, from, since, mostOfCaller: MISSED_AN_HOUR.ofCaller });
  return missed.ofCaller > MISSED_AN_HOUR.ofCaller || missed.all > MISSED_AN_HOUR.all;
}
