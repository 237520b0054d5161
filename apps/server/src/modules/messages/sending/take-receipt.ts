import { inTransaction, type Transaction } from '../../../platform/database.ts';
import type { Carrier, MessageReceipt } from '../record/carrier.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { lockMessage } from '../record/messages-store.ts';
import { compareSegments } from './compare-segments.ts';
import { followParts } from './follow-parts.ts';
import {
  adoptUnknown,
  bindsOfUnknown,
  earlyReceiptsTo,
  keepEarlyReceipt,
  lockCarrierId,
  messageOfCarrierId,
  type PartOutcome,
  type PartState,
  saveOutcomes,
  saveReceipt,
  takeEarlyReceipt,
  unknownTo,
} from './parts-store.ts';
import { giveBack } from './settle-message.ts';

type Said = Pick<MessageReceipt, 'bind' | 'carrierMessageId' | 'state' | 'error'>;

/**
 * Takes a receipt in, whenever it comes and however often: the first last word about a part counts. One that comes before
 * the carrier's response waits for it; one of an id that was never heard is that of a part whose response was lost.
 */
export async function takeReceipt(deps: MessagesDeps, receipt: MessageReceipt): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    await lockCarrierId(tx, receipt);
    const id = (await messageOfCarrierId(tx, receipt)) ?? (await adopted(tx, receipt, deps.carriers()));
    const message = id === null ? null : await lockMessage(tx, id);
    if (message === null) return await keepEarlyReceipt(tx, { ...receipt, at });
    compareSegments(deps, message, receipt);
    await apply(tx, message, receipt, at);
    await followParts(tx, message, { at });
  });
}

/** Writes down what a carrier said of parts that were on their way, with the receipts that came before. */
export async function recordAnswers(
  tx: Transaction,
  answered: { bind: string; message: MessageRecord; outcomes: readonly PartOutcome[]; carriers: Carriers; at: Date },
): Promise<void> {
  const { bind, message, outcomes, carriers, at } = answered;
  await saveOutcomes(tx, { messageId: message.id, outcomes, at });
  const ids = new Set(
    outcomes.flatMap(({ state, carrierId }) => (state === 'accepted' && carrierId !== null ? [carrierId] : [])),
  );
  for (const carrierMessageId of [...ids].sort()) {
    await lockCarrierId(tx, { bind, carrierMessageId });
    const early = await takeEarlyReceipt(tx, { bind, carrierMessageId });
    if (early !== null) await apply(tx, message, { bind, carrierMessageId, ...early }, at);
  }
  if (outcomes.some(({ state }) => state === 'unknown')) await adoptReceiptsOfUnknown(tx, { message, carriers, at });
}

/** Receipts that nobody knew, to the recipient of a message that the carrier may have taken, are of it. */
export async function adoptReceiptsOfUnknown(
  tx: Transaction,
  { message, carriers, at }: { message: MessageRecord; carriers: Carriers; at: Date },
): Promise<void> {
  const between = { peer: message.peer, number: message.number };
  for (const bind of await bindsOfUnknown(tx, message.id)) {
    for (const carrierMessageId of await earlyReceiptsTo(tx, { bind, ...between, since: message.createdAt })) {
      if ((await unknownTo(tx, { bind, ...between })) !== message.id) return;
      const early = await takeEarlyReceipt(tx, { bind, carrierMessageId });
      if (early === null || (await messageOfCarrierId(tx, { bind, carrierMessageId })) !== null) continue;
      await adoptUnknown(tx, { messageId: message.id, bind, carrierMessageId, isWhole: takesWhole(carriers, bind) });
      await apply(tx, message, { bind, carrierMessageId, ...early }, at);
    }
  }
}

/** The message that the carrier has after all; null: none that is unknown. */
async function adopted(tx: Transaction, receipt: MessageReceipt, carriers: Carriers): Promise<string | null> {
  const messageId = await unknownTo(tx, receipt);
  if (messageId === null) return null;
  await lockMessage(tx, messageId);
  // Somebody else may have adopted it meanwhile, with this receipt or another.
  const known = await messageOfCarrierId(tx, receipt);
  if (known !== null) return known;
  if ((await unknownTo(tx, receipt)) !== messageId) return null;
  await adoptUnknown(tx, { messageId, ...receipt, isWhole: takesWhole(carriers, receipt.bind) });
  return messageId;
}

type Carriers = readonly Pick<Carrier, 'name' | 'takesWhole'>[];
const takesWhole = (carriers: Carriers, bind: string) => carriers.some((one) => one.name === bind && one.takesWhole);

async function apply(tx: Transaction, message: MessageRecord, said: Said, at: Date): Promise<void> {
  const state = lastWord(said.state);
  if (state === null) return;
  const parts = await saveReceipt(tx, { ...said, messageId: message.id, state, at });
  if (state === 'expired' || state === 'rejected') await giveBack(tx, message, { parts, at });
}

/** Null: the message is still under way. */
function lastWord(state: MessageReceipt['state']): PartState | null {
  switch (state) {
    case 'delivered':
    case 'expired':
    case 'rejected':
      return state;
    case 'undelivered':
    case 'deleted':
    case 'unknown':
      return 'undelivered';
    case 'enroute':
    case 'accepted':
      return null;
  }
}
