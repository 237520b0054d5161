/** Who pays. */
export type Account = {
  id: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name: a day of this account begins at its midnight. */
  timeZone: string;
  /** BCP 47. */
  language: string;
  /** Trial: sandbox trunks only. Active: real ones too, while a payment stands or an operator says so. */
  state: AccountState;
  rateTable: string;
  /** Of its money. */
  walletId: string;
  /** Of its trial credit, which is never money. */
  trialWalletId: string;
  /** An operator lets it reach real trunks, whatever it has paid. */
  isMarkedByOperator: boolean;
  createdAt: Date;
};
export type AccountState = 'trial' | 'active' | 'closed';

/** A person who signs in. */
export type User = {
  id: string;
  accountId: string;
  role: 'customer' | 'operator';
  firstName: string;
  lastName: string;
  email: string;
  /** Null: nobody has proved yet that they read what is sent to this address. */
  emailConfirmedAt: Date | null;
  /** As typed. */
  phone: string | null;
  phoneE164: string | null;
  /** Where numbers without a code belong, ISO 3166-1 alpha-2; null: nobody chose it. */
  country: string | null;
  createdAt: Date;
};
