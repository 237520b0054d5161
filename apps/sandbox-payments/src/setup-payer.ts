import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from './answers.ts';
import { confirmCardPage, keepPage, keptPage, noPage, pageHeaders } from './pages.ts';
import { chosenCard, readCard } from './read-card.ts';
import type { Setups } from './setups.ts';
import type { Setup } from './setup.ts';
import { DECLINE_SENTENCES, type TestCard } from './test-cards.ts';

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
  if (request.method !== 'POST') return show(200, pageOf(setup, chosenCard(request)));

  const form = new URLSearchParams(await bodyOf(request));
  switch (form.get('do') ?? '') {
    case 'keep': {
      if (setup.state !== 'open') return goOn(response, setup);
      const read = readCard(form, deps.now());
      if ('wrong' in read) return show(422, keepPage(read.wrong));
      const used = deps.setups.keep(setup, read.card, read.expires);
      return used.state === 'open' ? show(402, pageOf(used)) : goOn(response, used);
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

/** To the bank's question, or back to the shop: by GET, so that a reload repeats nothing. */
function goOn(response: ServerResponse, setup: Setup): void {
  const waits = setup.state === 'open' || setup.state === 'needs_confirmation';
  const location = waits ? `/keep/${setup.id}` : setup.returnUrl;
  response.writeHead(303, { ...pageHeaders(setup), location }).end();
}

function pageOf(setup: Setup, chosen: TestCard | null = null): string {
  switch (setup.state) {
    case 'open':
      return keepPage(setup.decline === null ? null : DECLINE_SENTENCES[setup.decline], chosen);
    case 'needs_confirmation':
      return confirmCardPage(setup);
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return keptPage(setup);
  }
}
