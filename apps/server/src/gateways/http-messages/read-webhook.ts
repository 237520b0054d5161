import type { HttpCarrierSettings } from '../../platform/settings/http-carrier-url.ts';
import type { HttpProvider } from '../../platform/settings/http-provider.ts';
import type { ReadWebhook, ToldMessage, ToldReceipt, WebhookRequest } from './http-carrier.ts';
import { providerOf } from './open-http-carrier.ts';
import { codeAt, idAt, segmentsAt, textAt, valueAt } from './value-at.ts';
import { verifyWebhook } from './verify-webhook.ts';

type Condition = NonNullable<HttpProvider['receipts']>['when'];

/**
 * What reads a carrier's webhooks: the signature first, then what they tell. Null: it signs none, and none are taken. What is genuine
 * and tells nothing that is known here is empty.
 */
export function webhookReader(
  settings: HttpCarrierSettings & { webhookUrl: string },
): ((request: WebhookRequest) => Promise<ReadWebhook>) | null {
  const provider = providerOf(settings);
  const { signature } = provider;
  const { webhookKey: key, webhookUrl: url } = settings;
  if (signature === null || key === null) return null;
  return async (request) => {
    const verdict = await verifyWebhook(signature, { key, url }, request);
    if (verdict !== 'genuine') return { genuine: false, reason: verdict };
    const told = readBody(request);
    if (told === undefined) return { genuine: false, reason: 'unreadable' };
    return { genuine: true, ...readTold(provider, told) };
  };
}

function readBody({ headers, body }: WebhookRequest): unknown {
  const text = body.toString('utf8');
  if (headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readTold(
  { receipts, incoming }: HttpProvider,
  told: unknown,
): { receipts: ToldReceipt[]; received: ToldMessage[] } {
  if (receipts !== null && holds(receipts.when, told)) return { receipts: readReceipt(receipts, told), received: [] };
  if (incoming !== null && holds(incoming.when, told)) return { receipts: [], received: readReceived(incoming, told) };
  return { receipts: [], received: [] };
}

function holds({ path, is }: Condition, told: unknown): boolean {
  const word = textAt(told, path);
  return word !== null && (is === null || is.includes(word));
}

/** None where it names no message, or a state that nobody knows: what is told later counts. */
function readReceipt(fields: NonNullable<HttpProvider['receipts']>, told: unknown): ToldReceipt[] {
  const carrierMessageId = idAt(told, fields.id);
  const error = codeAt(told, fields.error);
  const state = wordIn(fields.errorStates, error) ?? wordIn(fields.states, textAt(told, fields.state));
  if (carrierMessageId === null || state === undefined) return [];
  const [peer, number] = [numberAt(told, fields.to), numberAt(told, fields.from)];
  return [{ carrierMessageId, peer, number, state, error, ...segmentsAt(told, fields.segments) }];
}

/** A picture that comes with words is told after them, under an id of its own. */
function readReceived(fields: NonNullable<HttpProvider['incoming']>, told: unknown): ToldMessage[] {
  const carrierMessageId = idAt(told, fields.id);
  if (carrierMessageId === null) return [];
  const whole = { from: numberAt(told, fields.from), to: numberAt(told, fields.to), concatenation: null };
  const text = textAt(told, fields.text);
  const picture = { ...whole, carrierMessageId: `${carrierMessageId} picture`, text: null };
  if (!hasMedia(fields.media === null ? undefined : valueAt(told, fields.media))) {
    return text === null ? [picture] : [{ ...whole, carrierMessageId, text }];
  }
  return text === null || text === '' ? [picture] : [{ ...whole, carrierMessageId, text }, picture];
}

function hasMedia(media: unknown): boolean {
  if (Array.isArray(media)) return media.length > 0;
  if (typeof media === 'string') return media !== '' && media !== '0';
  return typeof media === 'number' ? media > 0 : media !== undefined && media !== null && media !== false;
}

const wordIn = <Word>(words: Record<string, Word>, word: string | null): Word | undefined =>
  word !== null && Object.hasOwn(words, word) ? words[word] : undefined;

/** E.164 with plus, where a number was written without; a short number or a name as it is. */
function numberAt(told: unknown, path: string): string {
  const text = (textAt(told, path) ?? '').trim();
  return /^[1-9]\d{7,14}$/.test(text) ? `+${text}` : text;
}
