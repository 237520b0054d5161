/** A payment as its provider sees it now. Amounts are in the smallest unit of the currency: cents. */
export type PaymentAtProvider = {
  providerId: string;
  /** Our own name for it, given when it was started. */
  reference: string;
  state: 'open' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
  amountCents: number;
  currency: string;
  /** What is known of the card: never its number. */
  card: { brand: string; lastFour: string } | null;
  /** Why the last card was refused, in the provider's word. */
  decline: string | null;
  refundedCents: number;
  /** What the payer's bank took back. */
  disputedCents: number;
  /** Where the payer pays, or confirms, while it is open. */
  pageUrl: string;
};

export type PaymentToStart = {
  /** The same key starts the same payment once, however often it is asked for. */
  key: string;
  reference: string;
  amountCents: number;
  currency: string;
  description: string;
  /** Whose saved methods it may use. */
  customer: string;
  /** Where the payer's browser goes when it is over. */
  returnUrl: string;
};

/** What a provider tells by itself, with the payment as it was then. */
export type ProviderEvent = { id: string; type: string; payment: PaymentAtProvider };

export type ReadWebhook =
  | { genuine: true; event: ProviderEvent }
  | { genuine: false; reason: 'bad_signature' | 'too_old' | 'unreadable' };

/** Whoever takes the money. Card numbers are typed on its page alone. Every question has a time-out. */
export type PaymentProvider = {
  name: 'sandbox';
  /** Opens a payment that is made on the provider's page. Throws PaymentProviderError when it does not answer. */
  startPayment(payment: PaymentToStart): Promise<PaymentAtProvider>;
  /** Pays at once by a method that the customer saved, unless their bank asks for a confirmation on the page. */
  payWithSavedMethod(payment: PaymentToStart & { method: string }): Promise<PaymentAtProvider>;
  /** The payment that we call so; null when the provider has never heard of it. */
  findPayment(reference: string): Promise<PaymentAtProvider | null>;
  /** Gives some of it back. The same key gives it back once. */
  refund(refund: { key: string; providerId: string; amountCents: number }): Promise<PaymentAtProvider>;
  /** Reads a webhook, byte for byte as it came; one that the provider did not sign just now is no event. */
  readWebhook(headers: Record<string, string | string[] | undefined>, body: string, now: Date): ReadWebhook;
};

/** The provider did not answer, or not as it should. Whether it did what was asked is not known. */
export class PaymentProviderError extends Error {}
