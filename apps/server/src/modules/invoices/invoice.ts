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
const callLine = z.object({
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
const otherLine = z.object({
  at: instant,
  kind: z.string(),
  amountMicros: amount,
  isCharge: z.boolean(),
  cause: z.object({ type: z.string(), id: z.string() }),
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

/** The content as JSON, which `invoiceContent` reads. */
export function contentJson(content: InvoiceContent): string {
  return JSON.stringify(content, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** What was charged: all that went to the house for calls, plans and the like, less what it gave back of it. */
export function chargedMicros({ calls, others }: Pick<StatementContent, 'calls' | 'others'>): Micros {
  const charges = others.filter((line) => line.isCharge);
  return micros(0n - sumOf(calls) - sumOf(charges));
}

/** The sum of some lines. */
export function sumOf(lines: readonly { amountMicros: Micros }[]): Micros {
  return micros(lines.reduce((sum, line) => sum + line.amountMicros, 0n));
}

/** Calls to one destination, in order of time. */
export type CallGroup = {
  countryCode: string | null;
  kind: string;
  calls: StatementCall[];
  seconds: number;
  amountMicros: Micros;
};

/** A statement's calls by destination, the dearest first. */
export function callGroups(calls: readonly StatementCall[]): CallGroup[] {
  const groups = new Map<string, StatementCall[]>();
  for (const call of calls) {
    const key = `${call.countryCode} ${call.kind}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [call]);
    else group.push(call);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const seconds = group.reduce((sum, call) => sum + call.seconds, 0);
      const { countryCode, kind } = first;
      return [{ countryCode, kind, calls: group, seconds, amountMicros: sumOf(group) }];
    })
    .toSorted((one, other) => compare(one.amountMicros, other.amountMicros));
}

function compare(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
