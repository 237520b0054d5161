/** A payment as its provider sees it, now or at the time of an event. Amounts in cents. */
export type PaymentNews = {
  providerId: string;
  /** Our id of it. */
  reference: string;
  state: 'open' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
  amountCents: number;
  currency: string;
  card: { brand: string; lastFour: string } | null;
  /** The same for every payment by the same card, whoever pays; null where the provider does not say it. Never its number. */
  cardFingerprint: string | null;
  decline: string | null;
  /** What it was paid by, if the payer lets it be used again. */
  method: MethodNews | null;
  refunds: RefundNews[];
  disputes: DisputeNews[];
  /** Empty where the news do not say it. */
  pageUrl: string;
};

export type MethodNews = {
  providerId: string;
  brand: string;
  lastFour: string;
  /** Good to the end of this month. */
  expires: { year: number; month: number };
};

export type RefundNews = {
  providerId: string;
  /** Our id of it; null: nobody here asked for it. */
  reference: string | null;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed';
};

export type DisputeNews = { providerId: string; amountCents: number; state: 'open' | 'won' | 'lost' };

/** A method that somebody set out to add, as the provider sees it. */
export type SetupNews = {
  providerId: string;
  reference: string;
  state: 'open' | 'succeeded' | 'failed' | 'cancelled';
  decline: string | null;
  method: MethodNews | null;
  pageUrl: string;
};

type SetupToStart = { key: string; reference: string; customer: string; returnUrl: string };
type PaymentToStart = SetupToStart & { amountCents: number; currency: string; description: string };
type ToFind = { reference: string; providerId: string | null; customer: string; startedAt: Date };

/**
 * Whether an error says that nobody is there to be asked, whatever the question: its `isUnreachable` is true. Of any other
 * error the cause may lie in what was asked.
 */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'isUnreachable' in error && error.isUnreachable === true;
}

/** Whether an error says that the provider knows no such customer, as after a change of its key: nothing was done. */
export function isCustomerUnknown(error: unknown): boolean {
  return error instanceof Error && 'isCustomerUnknown' in error && error.isCustomerUnknown === true;
}

/** What billing needs of whoever takes the money. Each throws when there is no answer: what became of it is not known. */
export type Provider = {
  name: 'sandbox' | 'stripe';
  openCustomer: (account: { key: string; accountId: string }) => Promise<string>;
  startPayment: (payment: PaymentToStart) => Promise<PaymentNews>;
  /** Null: the method is gone, and nothing was done. */
  payWithSavedMethod: (
    payment: PaymentToStart & { method: string; payer: 'present' | 'absent' },
  ) => Promise<PaymentNews | null>;
  /** Null: the provider does not know it. */
  findPayment: (payment: ToFind) => Promise<PaymentNews | null>;
  startSetup: (setup: SetupToStart) => Promise<SetupNews>;
  /** Null: the provider does not know it. */
  findSetup: (setup: ToFind) => Promise<SetupNews | null>;
  removeMethod: (method: string) => Promise<void>;
  /** Null: it cannot be given back, and was not. */
  refund: (refund: {
    key: string;
    reference: string;
    payment: { providerId: string; reference: string };
    amountCents: number;
  }) => Promise<PaymentNews | null>;
  readWebhook: (
    headers: Record<string, string | string[] | undefined>,
    body: string,
    now: Date,
  ) => Promise<
    | {
        genuine: true;
        event: { id: string; type: string } & (
          | { is: 'payment'; payment: PaymentNews }
          | { is: 'setup'; setup: SetupNews }
          | { is: 'nothing' }
        );
      }
    | { genuine: false; reason: 'bad_signature' | 'too_old' | 'unreadable' }
  >;
};
