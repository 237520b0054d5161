/** A payment as its provider sees it, now or at the time of an event. Amounts are in the smallest unit: cents. */
export type PaymentAtProvider = {
  providerId: string;
  /** Our own name for it, given when it was started. */
  reference: string;
  state: 'open' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
  amountCents: number;
  currency: string;
  /** What is known of the card: never its number. */
  card: { brand: string; lastFour: string } | null;
  /** The same for every payment by the same card, whoever pays; null where it is not known. Never its number. */
  cardFingerprint: string | null;
  /** Why the last card was refused, in the provider's word. */
  decline: string | null;
  /** What it was paid by, if the payer lets it be used again. */
  method: MethodAtProvider | null;
  refunds: RefundAtProvider[];
  disputes: DisputeAtProvider[];
  /** Where the payer pays, or confirms, while it is open. */
  pageUrl: string;
};

/** A card that its owner lets us use again. */
export type MethodAtProvider = {
  providerId: string;
  brand: string;
  lastFour: string;
  /** It is good to the end of this month. */
  expires: { year: number; month: number };
};

export type RefundAtProvider = {
  providerId: string;
  /** Our own name for it; null: nobody here asked for it. */
  reference: string | null;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed';
};

/** What a payer's bank took back: for the time being while it is open, for good when it is lost. */
export type DisputeAtProvider = { providerId: string; amountCents: number; state: 'open' | 'won' | 'lost' };

/** A method that somebody set out to add on the provider's page. */
export type SetupAtProvider = {
  providerId: string;
  reference: string;
  state: 'open' | 'succeeded' | 'failed' | 'cancelled';
  decline: string | null;
  method: MethodAtProvider | null;
  pageUrl: string;
};

export type SetupToStart = {
  /** The same key starts the same setup once, however often it is asked for. */
  key: string;
  reference: string;
  customer: string;
  /** Where the payer's browser goes when it is over. */
  returnUrl: string;
};

export type PaymentToStart = SetupToStart & { amountCents: number; currency: string; description: string };

/** How to find a payment or a setup at the provider when we don't know whether it was created. */
export type LookupKeys = { reference: string; providerId: string | null; customer: string; startedAt: Date };

/** What a provider tells by itself; `nothing` is of no concern here. */
export type ProviderEvent = { id: string; type: string } & (
  | { is: 'payment'; payment: PaymentAtProvider }
  | { is: 'setup'; setup: SetupAtProvider }
  | { is: 'nothing' }
);

export type ReadWebhook =
  | { genuine: true; event: ProviderEvent }
  | { genuine: false; reason: 'bad_signature' | 'too_old' | 'unreadable' };

/**
 * Whoever takes the money. Card numbers are typed on its page alone. Every question has a time-out, and throws
 * when there is no answer: what became of it is not known.
 */
export type PaymentProvider = {
  name: 'sandbox' | 'stripe';
  /** A name of the provider for an account; the same key makes it once. */
  openCustomer(account: { key: string; accountId: string }): Promise<string>;
  /** Opens a payment that is made on the provider's page. */
  startPayment(payment: PaymentToStart): Promise<PaymentAtProvider>;
  /**
   * Pays at once by a method that the customer saved. If their bank wants a confirmation, it waits for it on the
   * provider's page; of a payer who is absent it fails. Null: the method is gone, and nothing was done.
   */
  payWithSavedMethod(
    payment: PaymentToStart & { method: string; payer: 'present' | 'absent' },
  ): Promise<PaymentAtProvider | null>;
  /** The payment that we call so; null when the provider has never heard of it. */
  findPayment(payment: LookupKeys): Promise<PaymentAtProvider | null>;
  /** Opens a page where a card is kept and nothing is paid. */
  startSetup(setup: SetupToStart): Promise<SetupAtProvider>;
  findSetup(setup: LookupKeys): Promise<SetupAtProvider | null>;
  /** Forgets a saved method; one that is gone already stays gone. */
  removeMethod(method: string): Promise<void>;
  /** Gives some of a payment back. The same key gives it back once. Null: it cannot be given back, and was not. */
  refund(refund: {
    key: string;
    reference: string;
    payment: { providerId: string; reference: string };
    amountCents: number;
  }): Promise<PaymentAtProvider | null>;
  /** Reads a webhook, byte for byte as it came; one that the provider did not sign just now is no event. */
  readWebhook(headers: Record<string, string | string[] | undefined>, body: string, now: Date): Promise<ReadWebhook>;
};
