import { type Micros, micros } from '@farline/contracts';
import {
  callGroups,
  chargedMicros,
  type Invoice,
  type Party,
  type PaymentReceiptContent,
  type StatementCall,
  type StatementContent,
  type StatementLine,
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

/** What whoever prints it is told: from top to bottom what stands in the document. */
export type PrintedDocument = {
  title: string;
  from: string[];
  blocks: Block[];
  footer: string;
  writtenAt: Date;
};
type Row = { look: 'plain' | 'head' | 'sum'; cells: string[] };
type Column = { heading: string; share: number; align: 'start' | 'end' };
type Block =
  | { kind: 'columns'; columns: { title: string; lines: string[] }[] }
  | { kind: 'heading'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'table'; columns: Column[]; rows: Row[] };

/** A document of more calls is read by programs alone: they find each call in the CSV file. */
const MOST_CALLS = 1_000;

const TWO: Column[] = [
  { heading: '', share: 70, align: 'start' },
  { heading: '', share: 30, align: 'end' },
];
const TAX_TO_PAY: Block = {
  kind: 'note',
  text: 'The tax was not taken from the balance: it is payable to the seller.',
};
const plain = (...cells: string[]): Row => ({ look: 'plain', cells });
const head = (...cells: string[]): Row => ({ look: 'head', cells });
const sum = (...cells: string[]): Row => ({ look: 'sum', cells });

/** An invoice as it is printed. */
export function documentOf(invoice: Invoice): PrintedDocument {
  const { content, issuedAt } = invoice;
  const number = writtenNumber(invoice);
  const isStatement = content.kind === 'statement';
  return {
    title: isStatement ? `Statement for ${monthWords(content.firstDay)}` : 'Receipt of payment',
    from: partyLines(content.seller, { isSeller: true }),
    blocks: [
      {
        kind: 'columns',
        columns: [
          { title: 'For', lines: partyLines(content.buyer, { isSeller: false }) },
          {
            title: isStatement ? 'Statement' : 'Receipt',
            lines: [number, `Issued ${dayWords(issuedAt.toISOString().slice(0, 10))}`],
          },
          isStatement
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
      ...(isStatement ? statementBlocks(invoice, content) : paymentReceiptBlocks(invoice, content)),
    ],
    footer: `${number} · ${content.seller.name}`,
    writtenAt: issuedAt,
  };
}

function statementBlocks({ currency }: Invoice, content: StatementContent): Block[] {
  const say = (amount: Micros) => amountWords(amount, currency);
  const isMore = content.calls.length > MOST_CALLS;
  const charges = content.others.filter((line) => line.isCharge);
  const movements = content.others.filter((line) => !line.isCharge);
  const charged = chargedMicros(content);
  return [
    {
      kind: 'table',
      columns: TWO,
      rows: [
        plain('Opening balance', say(content.openingMicros)),
        ...byKind(movements).map(([kind, lines]) => plain(kindWords(kind), say(sumOf(lines)))),
        plain('Calls', say(sumOf(content.calls))),
        ...byKind(charges).map(([kind, lines]) => plain(kindWords(kind), say(sumOf(lines)))),
        sum('Closing balance', say(content.closingMicros)),
      ],
    },
    { kind: 'table', columns: TWO, rows: taxRows(content, { say, what: 'Charged in this month', amount: charged }) },
    ...(content.tax?.mode === 'on_top' ? [TAX_TO_PAY] : []),
    ...(content.others.length === 0 ? [] : movementBlocks(content, say)),
    ...(content.calls.length === 0 ? [] : callBlocks(content, { say, isMore })),
    {
      kind: 'note',
      text: 'Every price was frozen before its call and every call has a receipt that can be checked. Credit does not expire.',
    },
    ...(hasPlan(content)
      ? [
          {
            kind: 'note' as const,
            text: 'Calls that the included minutes of a plan covered whole cost nothing and are not listed.',
          },
        ]
      : []),
  ];
}

function movementBlocks({ others, timeZone }: StatementContent, say: (amount: Micros) => string): Block[] {
  return [
    { kind: 'heading', text: 'Payments, credits and other lines' },
    {
      kind: 'table',
      columns: [
        { heading: 'When', share: 25, align: 'start' },
        { heading: 'What', share: 50, align: 'start' },
        { heading: 'Amount', share: 25, align: 'end' },
      ],
      rows: others.map((line) => plain(momentWords(line.at, timeZone), kindWords(line.kind), say(line.amountMicros))),
    },
  ];
}

function callBlocks(
  { calls, timeZone }: StatementContent,
  { say, isMore }: { say: (amount: Micros) => string; isMore: boolean },
): Block[] {
  const rows = callGroups(calls).flatMap((group): Row[] => {
    const count = `${group.calls.length} ${group.calls.length === 1 ? 'call' : 'calls'}`;
    const end = sum(count, '', durationWords(group.seconds), say(micros(0n - group.amountMicros)));
    if (isMore) return [head(destinationWords(group), '', '', ''), end];
    const each = group.calls.map((call) =>
      plain(momentWords(call.at, timeZone), call.to, durationOf(call), say(micros(0n - call.amountMicros))),
    );
    return [head(destinationWords(group), '', '', ''), ...each, end];
  });
  return [
    { kind: 'heading', text: 'Calls by destination' },
    ...(isMore ? [{ kind: 'note' as const, text: `Each of the ${calls.length} calls stands in the CSV file.` }] : []),
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

const hasPlan = ({ calls, others }: StatementContent) =>
  others.some((line) => line.kind === 'plan') || calls.some((call) => call.includedSeconds > 0);

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
    { kind: 'note', text: `Thank you for your payment. Its number is ${content.paymentId}. Credit does not expire.` },
  ];
}

/** A tax that comes on top of a payment was not part of it. */
function stillToPay({ tax, amountMicros }: PaymentReceiptContent): Micros {
  return micros(tax?.mode === 'on_top' ? tax.grossMicros - amountMicros : 0n);
}

function taxRows(
  { tax }: StatementContent | PaymentReceiptContent,
  { say, what, amount }: { say: (amount: Micros) => string; what: string; amount: Micros },
): Row[] {
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

function byKind(lines: readonly StatementLine[]): [string, StatementLine[]][] {
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
