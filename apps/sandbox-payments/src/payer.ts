import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from './answers.ts';
import type { Payments } from './payments.ts';
import { confirmPage, goTo, noPage, overPage, pageHeaders, payPage } from './pages.ts';
import type { Payment } from './payment.ts';
import { againPath, EMPTY_FORM, formBegun, type FormBegun, readCard } from './read-card.ts';
import { DECLINE_SENTENCES } from './test-cards.ts';

/** The payer's side: `GET` and `POST /pay/{id}`. Whoever has the address may pay; it cannot be guessed. */
export async function answerPayer(
  deps: { payments: Payments; now: () => Date },
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const payment = deps.payments.find(id);
  const show = (status: number, html: string) => void response.writeHead(status, pageHeaders(payment)).end(html);
  if (payment === null) return show(404, noPage());
  if (request.method !== 'POST') return show(200, pageOf(payment, formBegun(request)));

  const form = new URLSearchParams(await bodyOf(request));
  switch (form.get('do') ?? '') {
    case 'pay': {
      const used = payByCard(deps, payment, form);
      if ('paid' in used && used.paid.state !== 'open') return goOn(response, used.paid);
      return goTo(response, payment, againPath(`/pay/${payment.id}`, form, 'wrong' in used ? used.wrong : null));
    }
    case 'confirm':
      return goOn(response, deps.payments.confirm(payment, 'yes'));
    case 'refuse':
      return goOn(response, deps.payments.confirm(payment, 'no'));
    case 'cancel':
      return goOn(response, deps.payments.cancel(payment));
    case 'dispute':
      return show(200, pageOf(deps.payments.dispute(payment)));
    case 'dispute_won':
      return show(200, pageOf(deps.payments.decide(payment, 'won')));
    case 'dispute_lost':
      return show(200, pageOf(deps.payments.decide(payment, 'lost')));
    default:
      return show(400, pageOf(payment));
  }
}

/** To the bank's question, or back to the shop. */
function goOn(response: ServerResponse, payment: Payment): void {
  const waits = payment.state === 'open' || payment.state === 'needs_confirmation';
  goTo(response, payment, waits ? `/pay/${payment.id}` : payment.returnUrl);
}

function pageOf(payment: Payment, begun: FormBegun = EMPTY_FORM): string {
  switch (payment.state) {
    case 'open':
      return payPage(
        payment,
        begun.wrong ?? (payment.decline === null ? null : DECLINE_SENTENCES[payment.decline]),
        begun,
      );
    case 'needs_confirmation':
      return confirmPage(payment);
    case 'processing':
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return overPage(payment);
  }
}

function payByCard(
  deps: { payments: Payments; now: () => Date },
  payment: Payment,
  form: URLSearchParams,
): { paid: Payment } | Extract<ReturnType<typeof readCard>, { wrong: unknown }> {
  if (payment.state !== 'open') return { paid: payment };
  const read = readCard(form, deps.now());
  if ('wrong' in read) return read;
  return { paid: deps.payments.pay(payment, read.card, { expires: read.expires, isKept: form.get('keep') === 'yes' }) };
}
