export type DeliveryState =
  | 'enroute'
  | 'accepted'
  | 'delivered'
  | 'expired'
  | 'deleted'
  | 'undelivered'
  | 'rejected'
  | 'unknown';

export type DeliveryReceipt = {
  carrierMessageId: string;
  state: DeliveryState;
  /** What the network or the carrier says went wrong, as written; null for none. */
  error: string | null;
  doneAt: Date | null;
  /** How the message begins, some 20 characters as the carrier writes them; null where it quotes none. */
  beginning: string | null;
};

/** The parameters of a receipt under their names in SMPP 3.4 §5.3.2. */
export type DeliveryReceiptTlvs = {
  receipted_message_id?: string | undefined;
  message_state?: number | undefined;
  network_error_code?: Uint8Array | undefined;
};

type Field = 'id' | 'state' | 'error' | 'done';
type Fields = Partial<Record<Field | 'beginning', string>>;

// A receipt is some 150 characters long; what is far longer is read no further.
const MOST_CHARACTERS = 1_000;
// SMPP 3.4 §5.3.2.12 has 65; a response is read with an id of up to 255, and the receipt of its message names the same one.
const LONGEST_ID = 255;
const LONGEST_ERROR = 65;
// SMPP 3.4 appendix B: "the first 20 characters of the short message".
const LONGEST_BEGINNING = 20;

/** SMPP 3.4 §5.2.28, and the two that SMPP 5.0 §4.7.15 adds. */
const STATES_BY_NUMBER: readonly DeliveryState[] = [
  'enroute',
  'enroute',
  'delivered',
  'expired',
  'deleted',
  'undelivered',
  'accepted',
  'unknown',
  'rejected',
  'deleted',
];

/** The words of SMPP 3.4 appendix B, and those that carriers write in their place. */
const STATES_BY_WORD: readonly (readonly [RegExp, DeliveryState])[] = [
  [/^(undeliv|undlv|fail|no_?route|nack)/, 'undelivered'],
  [/^(deliv|delvrd|dlvrd|ok$|success)/, 'delivered'],
  [/^(expir)/, 'expired'],
  [/^(delet|cancel|skip)/, 'deleted'],
  [/^(accept|acked|ack$)/, 'accepted'],
  [/^(reject|block|barred)/, 'rejected'],
  [/^(enroute|en_route|buff|sent|submit|schedul|queued|pending)/, 'enroute'],
];

const KEYS =
  /(?:^|[\s,;&|])(?:(id|message[ _-]?id|msg[ _-]?id)|(stat|state|status|message[ _-]?state|message[ _-]?status)|(err|error|error[ _-]?code|err[ _-]?code)|(done[ _-]?date|done[ _-]?at|final[ _-]?date|delivery[ _-]?date)|(text|message|msg))\s{0,2}[:=]/gi;
const FIELDS = ['id', 'state', 'error', 'done'] as const;

/**
 * What a delivery receipt says; null for a text that is none. Its text is that of SMPP 3.4 appendix B in any order and case,
 * or one with the keys and the punctuation that other carriers use; what the parameters beside it say counts before it. A
 * date names no zone and is taken as UTC. The words of the message itself, after `text:`, decide nothing that stands before them.
 */
export function readDeliveryReceipt({
  text,
  tlvs,
}: {
  text: string;
  tlvs: DeliveryReceiptTlvs;
}): DeliveryReceipt | null {
  const fields = readFields(text.slice(0, MOST_CHARACTERS));
  const carrierMessageId = idOf(tlvs.receipted_message_id) ?? idOf(fields.id);
  const state = stateOfNumber(tlvs.message_state) ?? stateOfWord(fields.state);
  if (carrierMessageId === null || state === null) return null;

  return {
    carrierMessageId,
    state,
    error: errorOfNetwork(tlvs.network_error_code) ?? errorOfText(fields.error),
    doneAt: fields.done === undefined ? null : readDate(fields.done),
    beginning: beginningOf(fields.beginning),
  };
}

function readFields(text: string): Fields {
  const keys = [...text.matchAll(KEYS)];
  const words = keys.findIndex((key) => key[5] !== undefined);
  const before = valuesOf(text, words === -1 ? keys : keys.slice(0, words), keys[words]?.index ?? text.length);
  if (words === -1) return before;
  // What a carrier writes after the words comes last, so the last key of a name is the carrier's and not the sender's.
  const after = valuesOf(text, keys.slice(words + 1).toReversed(), text.length);
  const start = (keys[words]?.index ?? 0) + (keys[words]?.[0].length ?? 0);
  return { ...after, ...before, beginning: text.slice(start, keys[words + 1]?.index) };
}

/** The values of these keys: of a key that comes twice, the first in the list. */
function valuesOf(text: string, keys: readonly RegExpMatchArray[], end: number): Fields {
  const starts = keys.map((key) => key.index ?? 0);
  const fields: Fields = {};
  for (const key of keys) {
    const start = key.index ?? 0;
    const next = Math.min(end, ...starts.filter((other) => other > start));
    const field = FIELDS.find((_, group) => key[group + 1] !== undefined);
    if (field === undefined || fields[field] !== undefined) continue;
    const value = text.slice(start + key[0].length, next).trim();
    fields[field] = field === 'done' ? value : (value.split(/[\s,;&|]/, 1)[0] ?? '');
  }
  return fields;
}

function beginningOf(written: string | undefined): string | null {
  const words = Array.from((written ?? '').trim())
    .slice(0, LONGEST_BEGINNING)
    .join('')
    .trim();
  return words === '' ? null : words;
}

function idOf(written: string | undefined): string | null {
  // A C-octet string keeps its NUL with some decoders.
  const id = (written ?? '').replaceAll('\0', '').trim();
  return id === '' || id.length > LONGEST_ID ? null : id;
}

function stateOfNumber(number: number | undefined): DeliveryState | null {
  return number === undefined ? null : (STATES_BY_NUMBER[number] ?? 'unknown');
}

function stateOfWord(word: string | undefined): DeliveryState | null {
  if (word === undefined || word === '') return null;
  return STATES_BY_WORD.find(([form]) => form.test(word.toLowerCase()))?.[1] ?? 'unknown';
}

/** One octet for the kind of network, two for its code (SMPP 3.4 §5.3.2.31). */
function errorOfNetwork(octets: Uint8Array | undefined): string | null {
  const [, high, low] = octets ?? [];
  if (high === undefined || low === undefined) return null;
  const code = high * 256 + low;
  return code === 0 ? null : String(code).padStart(3, '0');
}

function errorOfText(written: string | undefined): string | null {
  return written === undefined || /^0*$/.test(written) ? null : written.slice(0, LONGEST_ERROR);
}

/** YYMMDDhhmm with or without seconds, the year in two digits or four, with whatever punctuation between. */
function readDate(written: string): Date | null {
  const digits = written.slice(0, 30).replaceAll(/\D/g, '');
  const candidates = [`20${digits}`, digits].map((candidate) => candidate.padEnd(14, '0'));
  const instants = digits.length < 10 ? [] : candidates.map(instantOf);
  return instants.find((instant) => instant !== null) ?? null;
}

function instantOf(digits: string): Date | null {
  const parts = /^(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // A day that its month lacks would roll over into the next.
  return Number.isNaN(instant.getTime()) || instant.getUTCDate() !== Number(day) ? null : instant;
}
