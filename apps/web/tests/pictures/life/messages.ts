import type { Message, Thread } from '@farline/contracts/messages/messages';
import type { Answers } from '../../support/stand-in-answers.ts';
import { FRIEND, idOf, OWN, usd } from './people.ts';

const outbound = (at: string, text: string) => ({
  ...({ direction: 'outbound', status: 'delivered', text, createdAt: at, sentAt: at, deliveredAt: at } as const),
  ...({ pricePerSegment: usd('0.0450'), cost: usd('0.0450'), paidBy: 'balance' } as const),
});
const inbound = (at: string, text: string) => ({
  ...({ direction: 'inbound', status: 'received', text, createdAt: at, sentAt: null, deliveredAt: null } as const),
  pricePerSegment: null,
  cost: null,
  paidBy: null,
});
const aMessage = (
  index: number,
  peer: string,
  said: ReturnType<typeof outbound> | ReturnType<typeof inbound>,
): Message => ({
  id: idOf(3, index),
  number: OWN,
  peer,
  reason: null,
  reasonText: null,
  encoding: 'gsm-7',
  segments: 1,
  includedSegments: 0,
  broadcastId: null,
  isPractice: false,
  ...said,
});

/** Newest first. */
const SAID = [
  inbound('2031-03-14T10:12:00.000Z', 'Gypsy moths, all of them. Shall we say half past four, by the quay?'),
  outbound('2031-03-14T10:09:00.000Z', 'Lovely. I found something odd in the relay, by the way.'),
  inbound('2031-03-13T17:41:00.000Z', 'The manual is 212 pages by now: https://example.com/manuals/compiler'),
  outbound('2031-03-13T17:39:00.000Z', 'How far are you?'),
].map((said, index) => aMessage(index, FRIEND, said));

const aThread = (last: Message, over: Partial<Thread> = {}): Thread => ({
  peer: last.peer,
  last,
  unread: 0,
  draft: '',
  note: '',
  sender: null,
  isOptedOut: false,
  isBlocked: false,
  unanswered: null,
  scheduled: 0,
  changedAt: last.createdAt,
  ...over,
});
const WITH_FRIEND = aThread(SAID[0] ?? aMessage(0, FRIEND, inbound('2031-03-14T10:12:00.000Z', '')));
const THREADS = [
  WITH_FRIEND,
  aThread(aMessage(10, '+33612345678', inbound('2031-03-14T07:30:00.000Z', 'À demain, et merci pour les figues !')), {
    unread: 2,
  }),
  aThread(
    aMessage(
      11,
      '+442079460018',
      outbound('2031-03-12T15:00:00.000Z', 'Two loaves of rye and a dozen of the jam ones, please.'),
    ),
  ),
];

const voicemail = (index: number, from: string | null, at: string, seconds: number, text: string | null) => ({
  id: idOf(4, index),
  number: OWN,
  from,
  fromText: null,
  callerDoubt: null,
  at,
  seconds,
  heardAt: index === 0 ? null : at,
  transcript: text === null ? null : { state: 'written' as const, text },
});

/** What a page reads of messages and voicemails. */
export const MESSAGES: Answers = {
  'GET /messages/threads': {
    items: THREADS.map((thread) => ({ ...thread, found: null, others: [] })),
    nextCursor: null,
    unread: 2,
  },
  'GET /messages/threads/{peer}': { thread: WITH_FRIEND },
  'GET /messages/threads/{peer}/messages': { items: SAID, nextCursor: null, newerCursor: null },
  'GET /messages/scheduled': { items: [] },
  'GET /messages/senders': { numbers: [OWN], names: [] },
  'GET /voicemails': {
    items: [
      voicemail(
        0,
        '+4930901820',
        '2031-03-14T08:50:00.000Z',
        42,
        'Good morning, this is the surgery. Your glasses are ready; please bring the slip of paper that we gave you on Friday.',
      ),
      voicemail(1, '+12125550177', '2031-03-12T19:15:00.000Z', 8, null),
      voicemail(2, null, '2031-03-10T12:00:00.000Z', 127, 'Is anybody there?'),
    ],
    nextCursor: null,
    boxes: [{ number: OWN, label: '', unheard: 1, total: 3 }],
    unheard: 1,
    usedSeconds: 177,
    mostSeconds: 7_200,
  },
};
