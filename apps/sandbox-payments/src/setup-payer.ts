import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from './answers.ts';
import { confirmCardPage, goTo, keepPage, keptPage, noPage, pageHeaders } from './pages.ts';
import { againPath, EMPTY_FORM, formBegun, type FormBegun, readCard } from './read-card.ts';
import type { Setups } from './setups.ts';
import type { Setup } from './setup.ts';
import { DECLINE_SENTENCES } from './test-cards.ts';

/** The side of somebody who lets the shop keep a card: `GET` and `POST /keep/{id}`. */
export async function answerKeeper(
  deps: { setups: Setups; now: () => Date },
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const setup = deps.setups.find(id);
  const show = (status: number, html: string) => void response.writeHead(status, pageHeaders(setup)).end(html);
  if (setup === null) return show(404, noPage());
  if (request.method !== 'POST') return show(200, pageOf(setup, formBegun(request)));

  const form = new URLSearchParams(await bodyOf(request));
  switch (form.get('do') ?? '') {
    case 'keep': {
      if (setup.state !== 'open') return goOn(response, setup);
      const read = readCard(form, deps.now());
      if ('wrong' in read) return goTo(response, setup, againPath(`/keep/${setup.id}`, form, read.wrong));
      return goOn(response, deps.setups.keep(setup, read.card, read.expires));
    }
    case 'confirm':
      return goOn(response, deps.setups.confirm(setup, 'yes'));
    case 'refuse':
      return goOn(response, deps.setups.confirm(setup, 'no'));
    case 'cancel':
      return goOn(response, deps.setups.cancel(setup));
    default:
      return show(400, pageOf(setup));
  }
}

/** To the bank's question, or back to the shop. */
function goOn(response: ServerResponse, setup: Setup): void {
  const waits = setup.state === 'open' || setup.state === 'needs_confirmation';
  goTo(response, setup, waits ? `/keep/${setup.id}` : setup.returnUrl);
}

function pageOf(setup: Setup, begun: FormBegun = EMPTY_FORM): string {
  switch (setup.state) {
    case 'open':
      return keepPage(begun.wrong ?? (setup.decline === null ? null : DECLINE_SENTENCES[setup.decline]), begun.card);
    case 'needs_confirmation':
      return confirmCardPage(setup);
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return keptPage(setup);
  }
}
