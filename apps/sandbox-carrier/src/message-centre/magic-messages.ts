/** What becomes of a message that was submitted. */
export type MessageBehaviour =
  | { kind: 'deliver' }
  | { kind: 'fail' }
  | { kind: 'keep-silent' }
  | { kind: 'throttle' }
  | { kind: 'refuse' }
  | { kind: 'drop-link' }
  | { kind: 'receipt-first' }
  | { kind: 'answer'; with: 'text' | 'long-text' | 'stop' };

/** A number whose messages fare in their own way. */
export type MagicMessage = { ending: string; happens: string; behaviour: MessageBehaviour };

/** What the last four digits of any number bring about. */
export const magicMessages: readonly MagicMessage[] = [
  { ending: '0001', happens: 'It is taken, and never delivered (UNDELIV).', behaviour: { kind: 'fail' } },
  { ending: '0002', happens: 'It is taken, and no receipt ever comes.', behaviour: { kind: 'keep-silent' } },
  {
    ending: '0003',
    happens: 'It is throttled at the first attempt (ESME_RTHROTTLED) and taken at the next.',
    behaviour: { kind: 'throttle' },
  },
  { ending: '0004', happens: 'It is refused (ESME_RINVDSTADR).', behaviour: { kind: 'refuse' } },
  {
    ending: '0005',
    happens: 'It is taken and delivered, and the link is dropped in place of a response.',
    behaviour: { kind: 'drop-link' },
  },
  { ending: '0006', happens: 'Its receipt comes before the response.', behaviour: { kind: 'receipt-first' } },
  { ending: '0007', happens: 'It is delivered and answered.', behaviour: { kind: 'answer', with: 'text' } },
  {
    ending: '0008',
    happens: 'It is delivered and answered in four parts, in wrong order.',
    behaviour: { kind: 'answer', with: 'long-text' },
  },
  { ending: '0009', happens: 'It is delivered and answered with STOP.', behaviour: { kind: 'answer', with: 'stop' } },
];

/** How a message to a number fares. */
export function messageBehaviourOf(to: string): MessageBehaviour {
  return magicMessages.find(({ ending }) => to.endsWith(ending))?.behaviour ?? { kind: 'deliver' };
}
