import { type Micros, micros } from '@farline/contracts';
import { z } from 'zod';

const amount = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => micros(BigInt(text)));
const instant = z.iso.datetime().transform((text) => new Date(text));
const party = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  country: z.string().nullable(),
  taxId: z.string().nullable(),
});
const common = {
  /** The day on which it was issued, where its account was. Left out: in the format of before, which tells the day of UTC. */
  issuedOn: z.string().optional(),
  seller: party,
  buyer: party,
  tax: z
    .object({
      name: z.string(),
      rate: z.string(),
      mode: z.enum(['included', 'on_top']),
      netMicros: amount,
      taxMicros: amount,
      grossMicros: amount,
    })
    .nullable(),
};
/** A call of a statement. */
export const callLine = z.object({
  at: instant,
  to: z.string(),
  countryCode: z.string().nullable(),
  kind: z.string(),
  seconds: z.int(),
  /** What a plan included of them. */
  includedSeconds: z.int(),
  amountMicros: amount,
  callId: z.string(),
});
/** Whatever else moved a balance. */
export const otherLine = z.object({
  at: instant,
  kind: z.string(),
  amountMicros: amount,
  isCharge: z.boolean(),
  cause: z.object({ type: z.string(), id: z.string() }),
});

const callSums = z.object({
  /** Numbers it among those of its statement, from 1 on. */
  group: z.int(),
  countryCode: z.string().nullable(),
  kind: z.string(),
  count: z.int(),
  seconds: z.int(),
  includedSeconds: z.int(),
  amountMicros: amount,
});
/** What the lines of a statement come to: its calls by destination, all else by kind. */
const statementSums = z.object({
  calls: z.array(callSums),
  others: z.array(z.object({ kind: z.string(), isCharge: z.boolean(), count: z.int(), amountMicros: amount })),
});

/** What stands on an invoice, as it is kept: whole micro-units and instants are texts there. */
export const invoiceContent = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('statement'),
    firstDay: z.string(),
    lastDay: z.string(),
    timeZone: z.string(),
    openingMicros: amount,
    closingMicros: amount,
    /** Null: a statement in the old format, with its lines in `calls` and `others`; today's lines are stored separately. */
    sums: statementSums.nullable().default(null),
    calls: z.array(callLine),
    others: z.array(otherLine),
  }),
  z.object({
    ...common,
    kind: z.literal('receipt'),
    paymentId: z.string(),
    paidAt: instant,
    /** Receipts of early days tell their time in UTC. */
    timeZone: z.string().default('UTC'),
    amountMicros: amount,
    card: z.object({ brand: z.string(), lastFour: z.string() }).nullable(),
    provider: z.string(),
  }),
]);
export type InvoiceContent = z.output<typeof invoiceContent>;
export type StatementContent = Extract<InvoiceContent, { kind: 'statement' }>;
export type PaymentReceiptContent = Extract<InvoiceContent, { kind: 'receipt' }>;
export type Party = z.output<typeof party>;
export type StatementCall = z.output<typeof callLine>;
export type StatementLine = z.output<typeof otherLine>;
export type CallSums = z.output<typeof callSums>;
export type StatementSums = z.output<typeof statementSums>;

/** An issued invoice. It never changes. */
export type Invoice = {
  id: string;
  accountId: string;
  number: bigint;
  issuedAt: Date;
  currency: string;
  totalMicros: Micros;
  content: InvoiceContent;
};

const LETTERS = { statement: 'S', receipt: 'R' } as const;

/** An invoice's number as it is written: S-000001. */
export function writtenNumber({ number, content }: Pick<Invoice, 'number' | 'content'>): string {
  return `${LETTERS[content.kind]}-${number.toString().padStart(6, '0')}`;
}

/** An invoice of a kind. */
export type InvoiceOf<Kind extends InvoiceContent['kind']> = Invoice & {
  content: Extract<InvoiceContent, { kind: Kind }>;
};

/** Whether an invoice is the statement of a month. */
export function isStatement(invoice: Invoice): invoice is InvoiceOf<'statement'> {
  return invoice.content.kind === 'statement';
}

/** Contents and lines as JSON, which their schemas read. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}

/** What was charged: all that went to the house for calls, plans and the like, less what it gave back of it. */
export function chargedMicros({ calls, others }: StatementSums): Micros {
  return micros(0n - sumOf(calls) - sumOf(others.filter(({ isCharge }) => isCharge)));
}

/** The sum of some lines. */
export function sumOf(lines: readonly { amountMicros: Micros }[]): Micros {
  return micros(lines.reduce((sum, line) => sum + line.amountMicros, 0n));
}

/** The sums of a statement's calls, the most expensive destination first. */
export function mostExpensiveFirst(calls: readonly CallSums[]): CallSums[] {
  return calls.toSorted((one, other) => compare(one.amountMicros, other.amountMicros));
}

function compare(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
