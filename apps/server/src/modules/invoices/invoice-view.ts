import { type InvoiceView, type TaxLine, toMoney } from '@farline/contracts';
import { type Invoice, writtenNumber } from './invoice.ts';
import type { Tax } from './tax.ts';

/** An invoice as a list shows it. */
export function viewInvoice(invoice: Invoice): InvoiceView {
  const { id, issuedAt, currency, totalMicros, content } = invoice;
  const common = {
    id,
    number: writtenNumber(invoice),
    issuedAt: issuedAt.toISOString(),
    total: toMoney(totalMicros, currency),
  };
  switch (content.kind) {
    case 'statement':
      return {
        ...common,
        kind: 'statement',
        firstDay: content.firstDay,
        lastDay: content.lastDay,
        openingBalance: toMoney(content.openingMicros, currency),
        closingBalance: toMoney(content.closingMicros, currency),
      };
    case 'receipt':
      return { ...common, kind: 'receipt', paymentId: content.paymentId, paidAt: content.paidAt.toISOString() };
  }
}

/** Its tax for the wire. */
export function viewTax(tax: Tax | null, currency: string): TaxLine | null {
  if (tax === null) return null;
  const { name, rate, mode } = tax;
  return {
    name,
    rate,
    mode,
    net: toMoney(tax.netMicros, currency),
    tax: toMoney(tax.taxMicros, currency),
    gross: toMoney(tax.grossMicros, currency),
  };
}
