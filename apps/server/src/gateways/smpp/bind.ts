import type { Concatenation, NationalShift, DeliveryReceipt } from '@farline/sms';
import type { SmppAddress } from '@farline/smpp';

type NumberType = Pick<SmppAddress, 'ton' | 'npi'>;

/** How we are bound to one carrier, and in what its message centre differs from others. */
export type BindSettings = {
  /** Ours for it; listeners and logs say it. */
  name: string;
  host: string;
  port: number;
  /** `verify`: TLS, its certificate checked for the host's name against Node's roots, or against `ca` where that is given (PEM). */
  tls: 'none' | 'verify';
  ca: string | null;
  systemId: string;
  password: string;
  systemType: string;
  version: '3.4' | '5.0';
  /** `pair`: a transmitter and a receiver, each on a connection of its own. */
  mode: 'transceiver' | 'pair';
  /** Messages that may wait for the carrier's response, at most. */
  window: number;
  /** Messages in a second, at most; null: as many as the window lets through. */
  perSecond: number | null;
  /** What the carrier takes data_coding 0 for. */
  alphabet: 'gsm-7' | 'latin-1';
  /**
   * How the id in a receipt is written beside the one in the response to a submit: `receipts-decimal` where the response is
   * hexadecimal, `receipts-hexadecimal` where it is decimal; `decimal` or `hexadecimal` where both are that, with zeros before one of
   * them (SMPP 3.4 appendix B writes ten digits), or letters of another case. Both are given in decimal unless they are the `same`.
   */
  messageIds: 'same' | 'decimal' | 'hexadecimal' | 'receipts-decimal' | 'receipts-hexadecimal';
  /** How the parts of a long message are marked. `payload`: the carrier cuts it, and it goes as a parameter of that name; a part that is numbered goes with a header. */
  longMessages: 'header' | 'sar' | 'payload';
  /** What kinds of addresses are marked with, where it is not what most carriers want. */
  addressTypes: Partial<Record<'international' | 'short' | 'alphanumeric', NumberType>>;
};

/** One message on the air, or with `longMessages: 'payload'` a long one as a whole. */
export type MessagePart = {
  /** E.164 with plus, a short number, or letters (11 characters at most). */
  from: string;
  /** E.164 with plus. */
  to: string;
  encoding: 'gsm-7' | 'ucs-2';
  text: string;
  /** Null: the message is this part alone. `referenceBits` is what its text was cut for. */
  concatenation: (Concatenation & { referenceBits: 8 | 16 }) | null;
  /** The national tables that a gsm-7 text is written in; null for the default alphabet. */
  nationalShift: NationalShift | null;
  /** How long the carrier tries; thirty days at most. */
  validForSeconds: number;
};

export type SubmitOutcome =
  /** `carrierMessageId` is empty where the carrier gave none: then no receipt can be matched. */
  | { outcome: 'accepted'; carrierMessageId: string }
  /** The carrier has not taken it, and will not: `ESME_RINVDSTADR`, or a number of its own such as `0x00000401`. */
  | { outcome: 'refused'; status: string }
  /** The carrier has not taken it; now it may take it, or another one. */
  | { outcome: 'later'; why: string }
  /** The link died, or no response came in time, when it was on the wire: it may have been taken. */
  | { outcome: 'unknown' };

/** A receipt with the numbers of the message that it is about, as the carrier wrote them: our sender, and who it went to. */
export type CarrierReceipt = DeliveryReceipt & { from: string; to: string };

export type ReceivedPart = {
  /** Who wrote: E.164 with plus wherever that can be known, else as the carrier wrote it. */
  from: string;
  /** Our number. */
  to: string;
  /** Null: what came is no text, such as the notice of an MMS, or RCS; or it is one that can't be read. */
  text: string | null;
  /** It is a text, in an alphabet that can't be read. */
  isUnknownAlphabet?: true;
  /** Of a part of a long text: senders cut between the octets of one letter, which only the parts together tell. */
  octets?: { encoding: 'euc-kr' | 'iso-2022-jp'; bytes: Uint8Array };
  concatenation: Concatenation | null;
};

/**
 * Which deliver_sm or data_sm it was: what it is octet for octet, and on which connection it came. It names no message (SMPP 3.4 §4.6.1): what is
 * equal and comes on another connection, while the answer to the first one may not have arrived, is brought again.
 */
export type DeliveryMark = { fingerprint: string; link: string };

/** What the server does with a carrier's words. `bind` is the name of the settings. */
export type BindListener = {
  /** Taken once the promise resolves. While it rejects the carrier is told to repeat it; it may come twice in any case. */
  receipt(bind: string, receipt: CarrierReceipt): Promise<void>;
  /** As `receipt`. */
  received(bind: string, part: ReceivedPart, mark: DeliveryMark): Promise<void>;
  /** The carrier has heard that what it delivered is taken. Told of some never, or late. */
  answered(bind: string, mark: DeliveryMark): Promise<void>;
  /** `bound`: as `isBound`. `unbound` is told at the first failure, and whenever it is bound no more. */
  changed(bind: string, state: 'bound' | 'unbound', why: string): void;
};

/** Our line to one carrier. It binds again by itself, for ever, until closed. */
export type Bind = {
  /**
   * Submits one part, at most once, and settles within a minute and a half: half a minute's turn, then the carrier's answer. Never rejects
   * but for a part that cannot be written at all.
   */
  submit(part: MessagePart): Promise<SubmitOutcome>;
  /** Whether it is bound on every connection that the mode wants, and its carrier doesn't rest: one that takes nothing is not asked for a while. */
  isBound(): boolean;
  /**
   * Whether it would submit something now, or something for this recipient (as `to` of a part): of a pair the transmitter alone is needed for
   * that.
   */
  takesNow(recipient?: string): boolean;
  /** Takes nothing more, hears the responses that are due (five seconds at most), unbinds and leaves. */
  close(): Promise<void>;
};
