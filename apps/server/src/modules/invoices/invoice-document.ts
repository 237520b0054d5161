import { type Micros, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import {
  chargedMicros,
  mostExpensiveFirst,
  type Invoice,
  type InvoiceOf,
  isStatement,
  type Party,
  type PaymentReceiptContent,
  type StatementCall,
  type StatementContent,
  type StatementSums,
  sumOf,
  writtenNumber,
} from './invoice.ts';
import {
  amountWords,
  countryName,
  dayWords,
  destinationWords,
  durationWords,
  kindWords,
  momentWords,
  monthWords,
} from './invoice-words.ts';
import { callsOfGroup, othersOf, sumsOfStatement } from './statement-lines.ts';
import { utcDay } from '../../platform/local-days.ts';
import type { Block, PrintedDocument, TableColumn, TableRow } from '../../platform/outgoing/printed-document.ts';

/** A document of more calls, or of more other lines, is read by programs alone: they find each line in the CSV file. */
const MOST_LINES = 1_000;

const TWO: TableColumn[] = [
  { heading: '', share: 70, align: 'start' },
  { heading: '', share: 30, align: 'end' },
];
const TAX_TO_PAY: Block = {
  kind: 'note',
  text: 'The tax wasn’t taken from the balance: it’s payable to the seller.',
};
const plain = (...cells: string[]): TableRow => ({ look: 'plain', cells });
const head = (...cells: string[]): TableRow => ({ look: 'head', cells });
const sum = (...cells: string[]): TableRow => ({ look: 'sum', cells });

/** An invoice as it is printed. */
export async function documentOf(db: Executor, invoice: Invoice): Promise<PrintedDocument> {
  const { content, issuedAt } = invoice;
  const number = writtenNumber(invoice);
  return {
    title: content.kind === 'statement' ? `Statement for ${monthWords(content.firstDay)}` : 'Receipt of payment',
    from: partyLines(content.seller, { isSeller: true }),
    blocks: [
      {
        kind: 'columns',
        columns: [
          { title: 'For', lines: partyLines(content.buyer, { isSeller: false }) },
          {
            title: content.kind === 'statement' ? 'Statement' : 'Receipt',
            lines: [number, `Issued ${dayWords(content.issuedOn ?? utcDay(issuedAt))}`],
          },
          content.kind === 'statement'
            ? {
                title: 'Period',
                lines: [`${dayWords(content.firstDay)} to ${dayWords(content.lastDay)}`, content.timeZone],
              }
            : {
                title: 'Paid',
                lines: [momentWords(content.paidAt, content.timeZone), content.timeZone, payerWords(content)],
              },
        ],
      },
      ...(isStatement(invoice) ? await statementBlocks(db, invoice) : receiptBlocks(invoice)),
    ],
    footer: `${number} · ${content.seller.name}`,
    writtenAt: issuedAt,
  };
}

function receiptBlocks(invoice: Invoice): Block[] {
  return invoice.content.kind === 'receipt' ? paymentReceiptBlocks(invoice, invoice.content) : [];
}

async function statementBlocks(db: Executor, invoice: InvoiceOf<'statement'>): Promise<Block[]> {
  const { content } = invoice;
  const say = (amount: Micros) => amountWords(amount, invoice.currency);
  const sums = sumsOfStatement(content);
  const kindsOf = (are: { charges: boolean }) => byKind(sums.others.filter(({ isCharge }) => isCharge === are.charges));
  const charged = chargedMicros(sums);
  return [
    {
      kind: 'table',
      columns: TWO,
      rows: [
        plain('Opening balance', say(content.openingMicros)),
        ...kindsOf({ charges: false }).map(([kind, lines]) => plain(kindWords(kind), say(sumOf(lines)))),
        plain('Calls', say(sumOf(sums.calls))),
        ...kindsOf({ charges: true }).map(([kind, lines]) => plain(kindWords(kind), say(sumOf(lines)))),
        sum('Closing balance', say(content.closingMicros)),
      ],
    },
    { kind: 'table', columns: TWO, rows: taxRows(content, { say, what: 'Charged in this month', amount: charged }) },
    ...(content.tax?.mode === 'on_top' ? [TAX_TO_PAY] : []),
    ...(sums.others.length === 0 ? [] : await movementBlocks(db, invoice, { sums, say })),
    ...(sums.calls.length === 0 ? [] : await callBlocks(db, invoice, { sums, say })),
    {
      kind: 'note',
      text: 'Every price was frozen before its call, and every call has a verifiable receipt. Credit doesn’t expire.',
    },
    ...(hasPlan(sums)
      ? [
          {
            kind: 'note' as const,
            text: 'Calls that a plan’s included minutes covered in full cost nothing and aren’t listed.',
          },
        ]
      : []),
  ];
}

type Said = { sums: StatementSums; say: (amount: Micros) => string };
const countOf = (sums: readonly { count: number }[]) => sums.reduce((all, { count }) => all + count, 0);

async function movementBlocks(db: Executor, invoice: InvoiceOf<'statement'>, { sums, say }: Said): Promise<Block[]> {
  const heading: Block = { kind: 'heading', text: 'Payments, credits and other lines' };
  const count = countOf(sums.others);
  if (count > MOST_LINES) return [heading, { kind: 'note', text: `Each of the ${count} lines is in the CSV file.` }];
  const rows: TableRow[] = [];
  for await (const lines of othersOf(db, invoice)) {
    for (const { at, kind, amountMicros } of lines) {
      rows.push(plain(momentWords(at, invoice.content.timeZone), kindWords(kind), say(amountMicros)));
    }
  }
  const columns: TableColumn[] = [
    { heading: 'When', share: 25, align: 'start' },
    { heading: 'What', share: 50, align: 'start' },
    { heading: 'Amount', share: 25, align: 'end' },
  ];
  return [heading, { kind: 'table', columns, rows }];
}

async function callBlocks(db: Executor, invoice: InvoiceOf<'statement'>, { sums, say }: Said): Promise<Block[]> {
  const { timeZone } = invoice.content;
  const all = countOf(sums.calls);
  const rows: TableRow[] = [];
  for (const group of mostExpensiveFirst(sums.calls)) {
    rows.push(head(destinationWords(group), '', '', ''));
    for await (const calls of all > MOST_LINES ? [] : callsOfGroup(db, invoice, group)) {
      for (const call of calls) {
        rows.push(
          plain(momentWords(call.at, timeZone), call.to, durationOf(call), say(micros(0n - call.amountMicros))),
        );
      }
    }
    const count = `${group.count} ${group.count === 1 ? 'call' : 'calls'}`;
    rows.push(sum(count, '', durationWords(group.seconds), say(micros(0n - group.amountMicros))));
  }
  return [
    { kind: 'heading', text: 'Calls by destination' },
    ...(all > MOST_LINES ? [{ kind: 'note' as const, text: `Each of the ${all} calls is in the CSV file.` }] : []),
    {
      kind: 'table',
      columns: [
        { heading: 'Charged', share: 26, align: 'start' },
        { heading: 'Number', share: 28, align: 'start' },
        { heading: 'Duration', share: 24, align: 'end' },
        { heading: 'Price', share: 22, align: 'end' },
      ],
      rows,
    },
  ];
}

const hasPlan = ({ calls, others }: StatementSums) =>
  others.some(({ kind }) => kind === 'plan') || calls.some(({ includedSeconds }) => includedSeconds > 0);

/** How long a call was, and how much of it a plan included. */
function durationOf({ seconds, includedSeconds }: StatementCall): string {
  const all = durationWords(seconds);
  return includedSeconds === 0 ? all : `${all} (${durationWords(includedSeconds)} incl.)`;
}

function paymentReceiptBlocks({ currency }: Invoice, content: PaymentReceiptContent): Block[] {
  const say = (amount: Micros) => amountWords(amount, currency);
  return [
    {
      kind: 'table',
      columns: [
        { heading: 'What', share: 70, align: 'start' },
        { heading: 'Amount', share: 30, align: 'end' },
      ],
      rows: [
        plain('Prepaid credit for calls and messages', say(content.amountMicros)),
        ...taxRows(content, { say, what: 'Total', amount: content.amountMicros }),
        plain('Paid', say(content.amountMicros)),
        sum('Still to pay', say(stillToPay(content))),
      ],
    },
    { kind: 'note', text: `Thank you for your payment. Its number is ${content.paymentId}. Credit doesn’t expire.` },
  ];
}

/** A tax that comes on top of a payment was not part of it. */
function stillToPay({ tax, amountMicros }: PaymentReceiptContent): Micros {
  return micros(tax?.mode === 'on_top' ? tax.grossMicros - amountMicros : 0n);
}

function taxRows(
  { tax }: StatementContent | PaymentReceiptContent,
  { say, what, amount }: { say: (amount: Micros) => string; what: string; amount: Micros },
): TableRow[] {
  if (tax === null) return [sum(what, say(amount))];
  const name = `${tax.name} ${tax.rate} %`;
  if (tax.mode === 'included') {
    return [
      sum(what, say(tax.grossMicros)),
      plain(`of it ${name}`, say(tax.taxMicros)),
      plain('without tax', say(tax.netMicros)),
    ];
  }
  return [
    plain(what, say(tax.netMicros)),
    plain(name, say(tax.taxMicros)),
    sum('Total with tax', say(tax.grossMicros)),
  ];
}

function byKind<Line extends { kind: string }>(lines: readonly Line[]): [string, Line[]][] {
  return Object.entries(Object.groupBy(lines, (line) => line.kind)).map(([kind, group]) => [kind, group ?? []]);
}

function partyLines(who: Party, { isSeller }: { isSeller: boolean }): string[] {
  const country = who.country === null ? [] : [countryName(who.country)];
  const taxId = who.taxId === null ? [] : [`${isSeller ? 'Tax number' : 'Tax no.'} ${who.taxId}`];
  return [who.name, ...who.lines, ...country, ...taxId];
}

function payerWords({ card, provider }: PaymentReceiptContent): string {
  return card === null ? `by ${provider}` : `by ${card.brand} ending in ${card.lastFour}`;
}
