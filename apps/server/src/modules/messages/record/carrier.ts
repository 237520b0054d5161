import type { IncomingHttpHeaders } from 'node:http';
import type { Message } from '@farline/contracts';
import type { NationalShift } from '@farline/sms';
import type { Alphabets } from './alphabets.ts';

/** What a carrier takes at once: a segment of a message, or all of it. */
export type PartToSend = {
  /** E.164, or the name of a sender. */
  from: string;
  to: string;
  encoding: Message['encoding'];
  /** The national tables that its text is written in; null for the default alphabet and for UCS-2. */
  nationalShift: NationalShift | null;
  text: string;
  /** Null: there is one part. `referenceBits`: what its text was cut for. */
  concatenation: { reference: number; total: number; number: number; referenceBits: 8 | 16 } | null;
  validForSeconds: number;
};

/**
 * What became of a part. `refused`: the carrier has not taken it, and will not; `later`: it has not taken it now; `unknown`: it may
 * have taken it, so it must not be sent again.
 */
export type SendOutcome =
  /** `segments`: as the carrier counts those of a whole message, where it says so. */
  | { outcome: 'accepted'; carrierMessageId: string; segments?: number }
  | { outcome: 'refused'; status: string }
  | { outcome: 'later'; why: string }
  | { outcome: 'unknown' };

/** A carrier of messages, by the name of its bind. */
export type Carrier = {
  name: string;
  /** It is the sandbox's message centre: what it takes is practice. */
  isSandbox: boolean;
  /** It cuts long messages itself. */
  takesWhole: boolean;
  writes: Alphabets;
  /** Whether its line stands whole; false in a process that sends nothing. */
  isBound(): boolean;
  /** Whether it would take something now, or something for this recipient, as also a line does that sends and doesn't receive. */
  takesNow(recipient?: string): boolean;
  submit(part: PartToSend): Promise<SendOutcome>;
  /** Reads what it tells by webhooks, in every process; null: it tells nothing so. */
  readWebhook: ((request: { headers: IncomingHttpHeaders; body: Buffer; now: Date }) => Promise<WebhookRead>) | null;
};

/** What a webhook told, if the carrier signed it. */
export type WebhookRead =
  | { genuine: false; reason: 'bad_signature' | 'too_old' | 'unreadable' }
  | { genuine: true; receipts: Omit<DeliveryReceipt, 'bind'>[]; received: Omit<IncomingPart, 'bind'>[] };

/** What a carrier tells of a part that it has taken. `peer`: to whom it was sent; `number`: from which of ours. */
export type DeliveryReceipt = {
  bind: string;
  carrierMessageId: string;
  peer: string;
  number: string;
  state: 'enroute' | 'accepted' | 'delivered' | 'expired' | 'deleted' | 'undelivered' | 'rejected' | 'unknown';
  error: string | null;
  /** How the message begins, where the carrier quotes it. */
  beginning?: string | null;
  /** As the carrier counts those of a whole message, where it says so. */
  segments?: number;
};

/** What a carrier delivered, octet for octet, and on which of its connections. */
export type DeliveryFingerprint = { fingerprint: string; link: string };

/**
 * A message that came in, or a part of one. `text` null: what came is no text, such as the notice of an MMS, or RCS; or, with
 * `isUnknownAlphabet`, one in an alphabet that can't be read.
 */
export type IncomingPart = {
  bind: string;
  from: string;
  to: string;
  text: string | null;
  isUnknownAlphabet?: true;
  /** Of a part of a long text: what it is made of, where a letter may be cut between two parts. */
  octets?: { encoding: 'euc-kr' | 'iso-2022-jp'; bytes: Uint8Array };
  concatenation: { reference: number; total: number; number: number } | null;
  /** By a carrier that gives no id: brought on another connection before this one's answer is known to have arrived, it is the same. */
  delivery?: DeliveryFingerprint;
  /** The carrier's own id of it, where it gives one: told again, it is the same. */
  carrierMessageId?: string;
};

/** The carriers that an account may send by: who has paid uses real ones, if there are any. */
export function carriersFor(carriers: readonly Carrier[], accountState: 'trial' | 'active'): readonly Carrier[] {
  const isReal = accountState === 'active' && hasReal(carriers);
  return carriers.filter(({ isSandbox }) => isSandbox !== isReal);
}

/** Whether what who has paid writes reaches telephones. */
export function hasReal(carriers: readonly Pick<Carrier, 'isSandbox'>[]): boolean {
  return carriers.some(({ isSandbox }) => !isSandbox);
}
