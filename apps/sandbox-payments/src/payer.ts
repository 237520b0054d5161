import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from './answers.ts';
import type { Desk } from './desk.ts';
import { confirmPage, noPage, overPage, pageHeaders, payPage } from './pages.ts';
import type { Payment } from './payment.ts';
import { DECLINE_SENTENCES, testCardOf } from './test-cards.ts';

/** The payer's side: `GET` and `POST /pay/{id}`. Whoever has the address may pay; it cannot be guessed. */
export async function answerPayer(
  deps: { desk: Desk; now: () => Date },
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const payment = deps.desk.find(id);
  const show = (status: number, html: string) => void response.writeHead(status, pageHeaders(payment)).end(html);
  if (payment === null) return show(404, noPage());
  if (request.method !== 'POST') return show(200, pageOf(payment));

  const form = new URLSearchParams(await bodyOf(request));
  switch (form.get('do') ?? '') {
    case 'pay': {
      const laid = layCard(deps, payment, form);
      if ('wrong' in laid) return show(422, payPage(payment, laid.wrong));
      if (laid.paid.state === 'open') return show(402, pageOf(laid.paid));
      return goOn(response, laid.paid);
    }
    case 'confirm':
      return goOn(response, deps.desk.confirm(payment, 'yes'));
    case 'refuse':
      return goOn(response, deps.desk.confirm(payment, 'no'));
    case 'cancel':
      return goOn(response, deps.desk.cancel(payment));
    default:
      return show(400, pageOf(payment));
  }
}

/** To the bank's question, or back to the shop: by GET, so that a reload repeats nothing. */
function goOn(response: ServerResponse, payment: Payment): void {
  const waits = payment.state === 'open' || payment.state === 'needs_confirmation';
  const location = waits ? `/pay/${payment.id}` : payment.returnUrl;
  response.writeHead(303, { ...pageHeaders(payment), location }).end();
}

function pageOf(payment: Payment): string {
  switch (payment.state) {
    case 'open':
      return payPage(payment, payment.decline === null ? null : DECLINE_SENTENCES[payment.decline]);
    case 'needs_confirmation':
      return confirmPage(payment);
    case 'processing':
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return overPage(payment);
  }
}

function layCard(
  deps: { desk: Desk; now: () => Date },
  payment: Payment,
  form: URLSearchParams,
): { paid: Payment } | { wrong: string } {
  if (payment.state !== 'open') return { paid: payment };
  const card = testCardOf(form.get('number') ?? '');
  if (card === null) return { wrong: 'Only the test cards below work here. What you typed was not kept.' };
  const expires = /^(0[1-9]|1[0-2])\s*\/?\s*(\d\d)$/.exec((form.get('expires') ?? '').trim());
  const now = deps.now();
  // A card is good to the end of its month.
  if (expires === null || Date.UTC(2000 + Number(expires[2]), Number(expires[1])) <= now.getTime()) {
    return { wrong: 'Write a month that is still to come, such as 12/34.' };
  }
  if (!/^\d{3,4}$/.test((form.get('code') ?? '').trim())) {
    return { wrong: 'The security code has three or four digits. Any will do.' };
  }
  const month = `${expires[1]}/${expires[2]}`;
  return { paid: deps.desk.pay(payment, card, { expires: month, isKept: form.get('keep') === 'yes' }) };
}
