import { type CallAsk, type IncomingAsk, writeMenuDial } from '@farline/contracts';
import { expect, test } from 'vitest';
import type { WantedWork } from './platform/admission/admission.ts';
import { refuseCalls } from './refuse-calls.ts';

const CALL_ID = '0192f0c1-2b3c-7d4e-8f50-0123456789ab';
const waiting = { transactionIndex: 1, transactionLabel: 2, at: 1, sipCallId: 'c', fromTag: 't', privacy: '' } as const;
const ask: CallAsk = { type: 'call.ask', ...waiting, call: '', user: '', dialled: '', connection: '', phone: '' };
const incoming: IncomingAsk = {
  type: 'incoming.ask',
  ...waiting,
  dialled: '',
  caller: '',
  source: '192.0.2.1:5060',
  diversion: '',
  history: '',
};
const REFUSED = { decision: 'refuse', status: 503, phrase: 'Service Unavailable', reason: 'overloaded' };
const DECIDED = { decision: 'refuse', status: 404, phrase: 'Not Found', reason: 'unallocated' } as const;

const OWNERS = new Map([
  ['desk-1', 'bob'],
  ['desk-2', 'bob'],
]);
const ownerOfPhone = (phone: string) => OWNERS.get(phone) ?? null;

function serverThat(isOverloaded: boolean) {
  const wanted: WantedWork[] = [];
  const asked: string[] = [];
  const decided = async ({ type }: { type: string }) => {
    asked.push(type);
    return DECIDED;
  };
  const admit = (work: WantedWork) => {
    wanted.push(work);
    return isOverloaded ? ({ admitted: false, retryAfterSeconds: 3 } as const) : ({ admitted: true } as const);
  };
  return { wanted, asked, ...refuseCalls({ admit }, { decide: decided, receive: decided, ownerOfPhone }) };
}

test('while there is too much to do a call is refused with 503, only callers of ours hear when to try again, and nothing is decided', async () => {
  const server = serverThat(true);
  expect(await server.decide({ ...ask, phone: 'desk-1' })).toEqual({ ...REFUSED, retryAfterSeconds: 3 });
  expect(await server.receive({ ...incoming, dialled: '442079460000' })).toEqual(REFUSED);
  expect(server.asked).toEqual([]);
});

test.each([true, false])(
  'a SIP phone that calls for help is told to use another one; too much to do: %s',
  async (isOverloaded) => {
    const server = serverThat(isOverloaded);
    for (const dialled of ['112', '9-1-1', '%2B999', '+1 911', '%2B44999', '0044 999']) {
      expect(await server.decide({ ...ask, phone: 'desk-1', dialled })).toEqual({
        decision: 'refuse',
        status: 403,
        phrase: 'Use Another Phone For Emergencies',
        reason: 'number_emergency',
      });
    }
    expect([server.wanted, server.asked]).toEqual([[], []]);
  },
);

test('otherwise it is decided on as ever', async () => {
  const server = serverThat(false);
  expect(await server.decide(ask)).toEqual(DECIDED);
  expect(await server.receive(incoming)).toEqual(DECIDED);
  expect(server.asked).toEqual(['call.ask', 'incoming.ask']);
});

test('what was begun before comes before what is new, and each is counted for who wants it, a phone’s call for its owner', async () => {
  const server = serverThat(false);
  const choice = writeMenuDial({ callId: CALL_ID, menu: 'm1', by: '1' });
  await server.decide({ ...ask, user: 'ada', call: CALL_ID });
  for (const phone of ['desk-1', 'desk-2', 'desk-of-another-server'])
    await server.decide({ ...ask, phone, user: phone });
  await server.receive({ ...incoming, dialled: '442079460000' });
  await server.receive({ ...incoming, dialled: choice });
  expect(server.wanted).toEqual([
    { precedence: 'begun', owner: 'ada' },
    { precedence: 'new_work', owner: 'bob' },
    { precedence: 'new_work', owner: 'bob' },
    { precedence: 'new_work', owner: 'phone desk-of-another-server' },
    { precedence: 'new_work', owner: 'number 442079460000' },
    { precedence: 'begun', owner: `number ${choice}` },
  ]);
});
