import { inTransaction, type Transaction } from '../../../platform/database.ts';
import type { Carrier, DeliveryReceipt } from '../record/carrier.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { lockMessages } from '../record/messages-store.ts';
import { compareSegments } from './compare-segments.ts';
import { followParts } from './follow-parts.ts';
import { type PartOutcome, type PartState, saveOutcomes, type Submission } from './parts-store.ts';
import {
  adoptUnknown,
  bindsOfUnknown,
  earlyReceiptsTo,
  keepEarlyReceipts,
  lockCarrierIds,
  messagesOfCarrierIds,
  type ReceiptAddress,
  type ReceiptKey,
  saveReceipts,
  takeEarlyReceipts,
  toSomebodyUnknown,
} from './delivery-receipts-store.ts';
import { type About, findUnknown } from './find-unknown.ts';
import { giveBack } from './settle-message.ts';

type Said = ReceiptKey & Pick<DeliveryReceipt, 'state' | 'error'>;

/**
 * Takes receipts in, whenever they come and however often: the first last word about a part counts. One that comes before
 * the carrier's response waits for it; one of an id that was never heard is that of a part whose response was lost.
 */
export async function takeDeliveryReceipts(deps: MessagesDeps, receipts: readonly DeliveryReceipt[]): Promise<void> {
  const at = deps.clock.now();
  const alone = await inTransaction(
    deps.database,
    async (tx) => await takeTogether(deps, tx, { receipts: firstLastWords(receipts), at }),
  );
  for (const receipt of alone) await takeAlone(deps, receipt);
}

/** Of receipts of one id the first that is a last word, or else the latest. */
function firstLastWords(receipts: readonly DeliveryReceipt[]): DeliveryReceipt[] {
  const words = new Map<string, DeliveryReceipt>();
  for (const receipt of receipts) {
    const before = words.get(nameOf(receipt));
    if (before === undefined || lastWord(before.state) === null) words.set(nameOf(receipt), receipt);
  }
  return [...words.values()];
}

const nameOf = ({ bind, carrierMessageId }: ReceiptKey) => `${bind} ${carrierMessageId}`;

/** Takes many in one go; gives those that lock more than messages in their order, and so have to be taken by themselves. */
async function takeTogether(
  deps: MessagesDeps,
  tx: Transaction,
  { receipts, at }: { receipts: readonly DeliveryReceipt[]; at: Date },
): Promise<DeliveryReceipt[]> {
  await lockCarrierIds(tx, receipts);
  const ids = await messagesOfCarrierIds(tx, receipts);
  const idOf = new Map(receipts.map((receipt, place) => [receipt, ids[place] ?? null]));
  const strangers = receipts.filter((receipt) => idOf.get(receipt) === null);
  const adoptable = await toSomebodyUnknown(tx, strangers);
  await keepEarlyReceipts(tx, { receipts: strangers.filter((receipt) => !adoptable.has(receipt)), at });

  const isAlone = (receipt: DeliveryReceipt) => adoptable.has(receipt) || GIVEN_BACK.has(receipt.state);
  const known = receipts.filter((receipt) => idOf.get(receipt) !== null);
  const together = known.filter((receipt) => !isAlone(receipt));
  const messages = await lockMessages(
    tx,
    together.flatMap((receipt) => idOf.get(receipt) ?? []),
  );
  const said = together.flatMap((receipt) => {
    const message = messages.get(idOf.get(receipt) ?? '');
    return message === undefined ? [] : [{ message, said: receipt }];
  });
  for (const one of said) compareSegments(deps, one.message, one.said);
  await followParts(tx, await apply(tx, said, at), { at });
  return [...adoptable, ...known.filter(isAlone)];
}

/** What costs nothing after all. */
const GIVEN_BACK: ReadonlySet<DeliveryReceipt['state']> = new Set(['expired', 'rejected'] as const);

async function takeAlone(deps: MessagesDeps, receipt: DeliveryReceipt): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    await lockCarrierIds(tx, [receipt]);
    const id = (await messageOfCarrierId(tx, receipt)) ?? (await adopted(tx, receipt, deps.carriers()));
    const message = id === null ? undefined : (await lockMessages(tx, [id])).get(id);
    if (message === undefined) return await keepEarlyReceipts(tx, { receipts: [receipt], at });
    compareSegments(deps, message, receipt);
    await apply(tx, [{ message, said: receipt }], at);
    await followParts(tx, [message], { at });
  });
}

async function messageOfCarrierId(tx: Transaction, receipt: ReceiptAddress): Promise<string | null> {
  const [id] = await messagesOfCarrierIds(tx, [receipt]);
  return id ?? null;
}

/** What a carrier said of parts of a message that were on their way to it. */
export type CarrierAnswer = Submission & { outcomes: readonly PartOutcome[] };

/** Writes down what carriers said, with the receipts that came before; gives the messages as they were, locked. */
export async function recordAnswers(
  tx: Transaction,
  { answers, carriers, at }: { answers: readonly CarrierAnswer[]; carriers: Carriers; at: Date },
): Promise<Map<string, MessageRecord>> {
  const messageOf = new Map(answers.flatMap((answer) => keysOf(answer).map((key) => [nameOf(key), answer.messageId])));
  const keys = answers.flatMap(keysOf);
  await lockCarrierIds(tx, keys);
  const messages = await lockMessages(
    tx,
    answers.map(({ messageId }) => messageId),
  );
  const outcomes = answers.flatMap(({ outcomes: said, ...submission }) =>
    said.map((outcome) => ({ ...outcome, ...submission })),
  );
  await saveOutcomes(tx, { outcomes, at });
  const early = (await takeEarlyReceipts(tx, keys)).flatMap((said) => {
    const message = messages.get(messageOf.get(nameOf(said)) ?? '');
    return message === undefined ? [] : [{ message, said }];
  });
  await apply(tx, early, at);
  for (const { messageId } of answers.filter((answer) => answer.outcomes.some(({ state }) => state === 'unknown'))) {
    const message = messages.get(messageId);
    if (message !== undefined) await adoptReceiptsOfUnknown(tx, { message, carriers, at });
  }
  return messages;
}

/** The clocks of two servers are no further apart: the one may submit a message, and the other take its receipt. */
const CLOCKS_APART_MS = 60_000;

/** The ids that a carrier gave, and since when a receipt may be of them. */
function keysOf({ bind, submittedAt, outcomes }: CarrierAnswer): (ReceiptKey & { since: Date })[] {
  const since = new Date(submittedAt.getTime() - CLOCKS_APART_MS);
  return outcomes.flatMap(({ state, carrierId }) =>
    state === 'accepted' && carrierId !== null ? [{ bind, carrierMessageId: carrierId, since }] : [],
  );
}

/** Receipts that nobody knew, to the recipient of a message that the carrier may have taken, are of it. */
export async function adoptReceiptsOfUnknown(
  tx: Transaction,
  { message, carriers, at }: { message: MessageRecord; carriers: Carriers; at: Date },
): Promise<void> {
  const { peer, createdAt: since } = message;
  for (const bind of await bindsOfUnknown(tx, message.id)) {
    for (const early of await earlyReceiptsTo(tx, { bind, peer, since })) {
      if ((await findUnknown(tx, early)) !== message.id) continue;
      const [taken] = await takeEarlyReceipts(tx, [{ ...early, since }]);
      if (taken === undefined || (await messageOfCarrierId(tx, early)) !== null) continue;
      const isWhole = takesWhole(carriers, bind);
      await adoptUnknown(tx, { messageId: message.id, bind, carrierMessageId: taken.carrierMessageId, isWhole });
      await apply(tx, [{ message, said: taken }], at);
    }
  }
}

/** The message that the carrier has after all; null: none that is unknown. */
async function adopted(tx: Transaction, receipt: ReceiptKey & About, carriers: Carriers): Promise<string | null> {
  const messageId = await findUnknown(tx, receipt);
  if (messageId === null) return null;
  await lockMessages(tx, [messageId]);
  // Somebody else may have adopted it meanwhile, with this receipt or another.
  const known = await messageOfCarrierId(tx, receipt);
  if (known !== null) return known;
  if ((await findUnknown(tx, receipt)) !== messageId) return null;
  await adoptUnknown(tx, { messageId, ...receipt, isWhole: takesWhole(carriers, receipt.bind) });
  return messageId;
}

type Carriers = readonly Pick<Carrier, 'name' | 'takesWhole'>[];
const takesWhole = (carriers: Carriers, bind: string) => carriers.some((one) => one.name === bind && one.takesWhole);

/** Applies what was said, one word of each id, to locked messages; gives those of which something changed. */
async function apply(
  tx: Transaction,
  all: readonly { message: MessageRecord; said: Said }[],
  at: Date,
): Promise<MessageRecord[]> {
  const words = all.flatMap(({ message, said }) => {
    const state = lastWord(said.state);
    return state === null ? [] : [{ ...said, messageId: message.id, state }];
  });
  if (words.length === 0) return [];
  const saved = Map.groupBy(await saveReceipts(tx, { words, at }), ({ messageId }) => messageId);
  const changed = [...new Set(all.map(({ message }) => message))].filter(({ id }) => saved.has(id));
  for (const message of changed) {
    const returned = saved.get(message.id)?.filter(({ state }) => state === 'expired' || state === 'rejected') ?? [];
    if (returned.length > 0) await giveBack(tx, message, { parts: returned.map(({ number }) => number), at });
  }
  return changed;
}

/** Null: the message is still under way. */
function lastWord(state: DeliveryReceipt['state']): PartState | null {
  switch (state) {
    case 'delivered':
    case 'expired':
    case 'rejected':
      return state;
    case 'undelivered':
    case 'deleted':
      return 'undelivered';
    case 'enroute':
    case 'accepted':
    // The carrier does not know (SMPP 3.4 §5.2.28), or says a word that nobody knows: it may say another later.
    case 'unknown':
      return null;
  }
}
