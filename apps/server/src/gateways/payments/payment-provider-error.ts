/** The provider did not answer, or not as it should. Whether it did what was asked is not known. */
export class PaymentProviderError extends Error {
  /** Nobody was there, or nobody is let in: it would be so with any other question too. */
  readonly isUnreachable: boolean;
  /** It knows no such customer, as after a change of its key: nothing was done. */
  readonly isCustomerUnknown: boolean;

  constructor(message: string, why: { cause?: unknown; isUnreachable: boolean; isCustomerUnknown?: boolean }) {
    super(message, why);
    this.isUnreachable = why.isUnreachable;
    this.isCustomerUnknown = why.isCustomerUnknown ?? false;
  }
}
