import type { IncomingHttpHeaders } from 'node:http';

/** A message as an HTTP provider is given it: whole, however long. */
export type MessageToPost = {
  /** E.164 with plus, or a sender's name. */
  from: string;
  to: string;
  text: string;
  validForSeconds: number;
};

export type PostOutcome =
  /** `carrierMessageId` is empty where the provider names none. `segments`: as the provider counts, where it says so. */
  | { outcome: 'accepted'; carrierMessageId: string; segments?: number }
  /** Not taken, and it will not be. */
  | { outcome: 'refused'; status: string }
  /** Not taken now. */
  | { outcome: 'later'; why: string }
  /** It may have been taken. */
  | { outcome: 'unknown' };

/** A request to a carrier's webhook as it came. */
export type WebhookRequest = { headers: IncomingHttpHeaders; body: Buffer; now: Date };

export type ToldReceipt = {
  carrierMessageId: string;
  peer: string;
  number: string;
  state: 'enroute' | 'accepted' | 'delivered' | 'expired' | 'undelivered' | 'rejected';
  error: string | null;
  segments?: number;
};

/** `text` null: a picture, or another thing that is no text. `carrierMessageId`: told again, it is the same. */
export type ToldMessage = {
  carrierMessageId: string;
  from: string;
  to: string;
  text: string | null;
  concatenation: null;
};

export type ReadWebhook =
  | { genuine: false; reason: 'bad_signature' | 'too_old' | 'unreadable' }
  | { genuine: true; receipts: ToldReceipt[]; received: ToldMessage[] };

/** Our way to one carrier by HTTP. */
export type HttpCarrier = {
  /** Submits one message, at most once, and settles within a minute and a half. Never rejects. */
  submit(message: MessageToPost): Promise<PostOutcome>;
  /** Whether it would be asked now: it is not, for a while, once it failed or wants to be left alone. */
  isBound(): boolean;
  /** Takes nothing more, hears the answers that are due (five seconds at most) and leaves. */
  close(): Promise<void>;
};
