import { z } from 'zod';
import { money } from './money.ts';

const at = z.iso.datetime();
const day = z.iso.date().meta({ example: '2026-03-31' });

/** A tax as it stands on an invoice. `included`: it is part of the amounts; `on_top`: it comes to them. */
export const taxLine = z.object({
  name: z.string().meta({ example: 'VAT' }),
  /** Percent, as a decimal. */
  rate: z.string().meta({ example: '19' }),
  mode: z.enum(['included', 'on_top']),
  net: money,
  tax: money,
  gross: money,
});
export type TaxLine = z.infer<typeof taxLine>;

/** Who sells or buys, as it stands on an invoice. */
export const party = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  country: z.string().nullable(),
  taxId: z.string().nullable(),
});
export type Party = z.infer<typeof party>;

export const operatorReply = z.object({
  /** Who runs this installation, as they want to be known; null where they have not said. */
  operator: party.extend({ email: z.string().nullable() }).nullable(),
  /** Who is sent the sound of voicemails to write them down; `host` null: a program on the server's own machine. Null: nobody. */
  transcription: z.object({ host: z.string().nullable() }).nullable(),
  /** There is a carrier here that reaches real phones. Without one every call is practice, whoever has paid. */
  reachesRealPhones: z.boolean(),
});
export type OperatorReply = z.infer<typeof operatorReply>;
export type Operator = NonNullable<OperatorReply['operator']>;

const common = {
  id: z.uuid(),
  /** Without gaps in each kind: S-000001 of statements, R-000001 of receipts. */
  number: z.string().meta({ example: 'R-000001' }),
  issuedAt: at,
};
/** An invoice: the statement of a month (`total`: what was charged in it), or the receipt of a payment (what was paid). */
export const invoice = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('statement'),
    total: money,
    firstDay: day,
    lastDay: day,
    openingBalance: money,
    closingBalance: money,
  }),
  z.object({ ...common, kind: z.literal('receipt'), total: money, paymentId: z.uuid(), paidAt: at }),
]);
export type InvoiceView = z.infer<typeof invoice>;

export const invoicesQuery = z.object({
  cursor: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(24),
});
/** Newest first. */
export const invoicesReply = z.object({ invoices: z.array(invoice), nextCursor: z.string().nullable() });
export const invoiceReply = z.object({
  invoice: z.intersection(
    invoice,
    z.object({ seller: party, buyer: party, /** Null where no tax is set. */ tax: taxLine.nullable() }),
  ),
});
/** Without a format, what the Accept header asks for: text/csv, else PDF. */
export const invoiceDownloadQuery = z.object({
  format: z.enum(['pdf', 'csv'], { error: 'Choose pdf or csv' }).optional(),
});

const line = (most: number, sentence: string) => z.string().trim().max(most, sentence);
/** Who stands on the invoices. Left out: unchanged. An empty name is that of the person who signs in. */
export const buyerChange = z
  .object({
    name: line(120, 'A name has at most 120 characters').optional(),
    address: line(500, 'An address has at most 500 characters')
      .refine((text) => text.split('\n').length <= 8, 'An address has at most 8 lines')
      .optional(),
    country: z
      .string()
      .regex(/^([A-Z]{2})?$/, 'Write a country as two letters, such as DE')
      .optional(),
    taxId: line(40, 'A tax number has at most 40 characters').optional(),
  })
  .meta({ example: { name: 'Ada Lovelace', address: '12 St James’s Square\nLondon', country: 'GB' } });
/** Empty where nothing is known. */
export const buyer = z.object({ name: z.string(), address: z.string(), country: z.string(), taxId: z.string() });
export type Buyer = z.infer<typeof buyer>;
export const buyerReply = z.object({ buyer });
