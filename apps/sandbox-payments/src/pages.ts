import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { PAGE_STYLE } from './page-style.ts';
import { leftOf, type Payment } from './payment.ts';
import type { Setup } from './setup.ts';
import type { FormBegun } from './read-card.ts';
import { TEST_CARDS, type TestCard } from './test-cards.ts';

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** As it is printed on a card. */
const spaced = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

/** Leads to this page with one of them in it. `more`: what else its address keeps. */
const cards = (more = ''): string =>
  `<details open><summary>Cards that work here</summary><table>${TEST_CARDS.map(
    (card) => `<tr><td><a href="?card=${card.number}${more}">${spaced(card.number)}</a></td><td>${card.says}</td></tr>`,
  ).join('')}</table></details><datalist id="cards">${TEST_CARDS.map(
    (card) => `<option value="${spaced(card.number)}">${card.says}</option>`,
  ).join('')}</datalist>`;

/** Empty, or with one of our cards in it, which is nobody's secret. */
function cardFields(filled: TestCard | null): string {
  const [number, expires, code] = filled === null ? ['', '', ''] : [spaced(filled.number), '12/44', '123'];
  return `<label>Card number<input name="number" value="${number}" list="cards" inputmode="numeric" maxlength="23" required autofocus placeholder="4242 4242 4242 4242"></label>
      <div class="two">
        <label>Expires<input name="expires" value="${expires}" inputmode="numeric" maxlength="5" required placeholder="12/34"></label>
        <label>Security code<input name="code" value="${code}" inputmode="numeric" maxlength="4" required placeholder="123"></label>
      </div>`;
}

/** What a browser may do on these pages: nothing but show them and send their forms, to here and on to the shop. */
export function pageHeaders(back: { returnUrl: string } | null): Record<string, string> {
  const shop = back === null ? '' : ` ${new URL(back.returnUrl).origin}`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'${shop}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** By GET: a reload repeats nothing, and Back leads to a page, and not to the browser's question whether the form is to be sent once more. */
export function goTo(response: ServerResponse, back: { returnUrl: string }, location: string): void {
  response.writeHead(303, { ...pageHeaders(back), location }).end();
}

/** Where the card is typed, or one of ours is chosen. Of what was typed only one of ours and the tick are ever shown again. */
export function payPage(payment: Payment, wrong: string | null, begun: FormBegun): string {
  const keep =
    payment.customer === null
      ? ''
      : `<label class="check"><input type="checkbox" name="keep" value="yes"${begun.isKept ? ' checked' : ''}><span>Keep this card for the next time</span></label>`;
  return page(
    `Pay ${amountOf(payment)}`,
    `${head(payment)}
    ${wrong === null ? '' : `<p class="wrong" role="alert">${escape(wrong)}</p>`}
    <form method="post" autocomplete="off">
      ${cardFields(begun.card)}
      ${keep}
      <button class="main" name="do" value="pay">Pay ${amountOf(payment)}</button>
    </form>
    <form method="post"><button name="do" value="cancel">Go back without paying</button></form>
    ${cards(begun.isKept ? '&amp;keep=yes' : '')}`,
  );
}

/** The bank's question. */
export function confirmPage(payment: Payment): string {
  return page(
    'Confirm the payment',
    `${head(payment)}
    <h2>Your bank asks: is this you?</h2>
    <p>${escape(payment.card?.brand ?? 'Card')} ending in ${escape(payment.card?.lastFour ?? '')}</p>
    <form method="post">
      <button class="main" name="do" value="confirm">Yes, pay ${amountOf(payment)}</button>
      <button name="do" value="refuse">No, this isn’t me</button>
    </form>`,
  );
}

/** The payment is over: the way back to the shop. */
export function overPage(payment: Payment): string {
  const words = {
    open: 'The payment is open.',
    needs_confirmation: 'The payment waits for your confirmation.',
    processing: 'The payment is under way. The shop is told when it arrives.',
    succeeded: 'The payment has succeeded.',
    failed: 'The payment has failed. Nothing was taken.',
    cancelled: 'The payment was cancelled. Nothing was taken.',
  }[payment.state];
  return page('Payment', `${head(payment)}<p>${words}</p><p>${backLink(payment)}</p>${disputeForm(payment)}`);
}

/** What a payer's bank can do about a payment afterwards, for trying it out. */
function disputeForm(payment: Payment): string {
  if (payment.disputes.some((dispute) => dispute.state === 'open')) {
    return `<form method="post"><p>The payer’s bank has taken the money back and is looking into it.</p>
      <button name="do" value="dispute_won">The bank decides for the shop</button>
      <button name="do" value="dispute_lost">The bank decides for the payer</button></form>`;
  }
  return leftOf(payment) > 0
    ? '<form method="post"><button name="do" value="dispute">Tell the bank that this wasn’t me</button></form>'
    : '';
}

/** Where a card is typed that the shop may keep. Nothing is taken. */
export function keepPage(wrong: string | null, chosen: TestCard | null): string {
  return page(
    'Keep a card',
    `${KEEP_HEAD}
    ${wrong === null ? '' : `<p class="wrong" role="alert">${escape(wrong)}</p>`}
    <form method="post" autocomplete="off">
      ${cardFields(chosen)}
      <button class="main" name="do" value="keep">Keep this card</button>
    </form>
    <form method="post"><button name="do" value="cancel">Go back without a card</button></form>
    ${cards()}`,
  );
}

/** The bank's question about a card that is to be kept. */
export function confirmCardPage(setup: Setup): string {
  return page(
    'Confirm the card',
    `${KEEP_HEAD}
    <h2>Your bank asks: is this you?</h2>
    <p>${escape(setup.card?.brand ?? 'Card')} ending in ${escape(setup.card?.lastFour ?? '')}</p>
    <form method="post">
      <button class="main" name="do" value="confirm">Yes, keep this card</button>
      <button name="do" value="refuse">No, this isn’t me</button>
    </form>`,
  );
}

/** A setup that is over: the way back to the shop. */
export function keptPage(setup: Setup): string {
  const words = setup.state === 'succeeded' ? 'The card is kept.' : 'No card is kept.';
  return page('Keep a card', `${KEEP_HEAD}<p>${words}</p><p>${backLink(setup)}</p>`);
}

const backLink = ({ returnUrl }: { returnUrl: string }) =>
  `<a href="${escape(returnUrl)}" rel="noreferrer">Back to the shop</a>`;

/** A page that is nowhere. */
export function noPage(): string {
  return page('Not found', '<h2>There’s no such payment</h2><p>The address may be incomplete.</p>');
}

const SANDBOX = '<p class="note">This is a sandbox: no real money moves. Never type a real card here.</p>';
const KEEP_HEAD = `<div><p>Nothing is taken from it now.</p><h1>Keep a card</h1></div>${SANDBOX}`;

function head(payment: Payment): string {
  return `<div><p>${escape(payment.description || 'Payment')}</p><h1>${amountOf(payment)}</h1></div>${SANDBOX}`;
}

function amountOf(payment: Payment): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: payment.currency }).format(
    payment.amountCents / 100,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Sandbox payments</title><style>${PAGE_STYLE}</style></head>
<body><main><div class="mark"><svg width="28" height="28" viewBox="0 0 28 28" fill="none" aria-hidden="true"><path d="M5 19a9 9 0 0 1 18 0" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/><circle cx="5" cy="20" r="3" fill="currentColor"/><circle cx="23" cy="20" r="3" fill="currentColor"/></svg>Sandbox payments</div>
<section class="card">${body}</section></main></body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
