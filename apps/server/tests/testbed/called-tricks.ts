import { randomBytes } from 'node:crypto';
import type { CalledPeople, Notified } from './called-people.ts';
import type { CallerKind, Tricked } from './fraud-bed.ts';
import { answerOf, type Trick } from './fraud-tricks.ts';
import { mediaAddress } from './talking-phone.ts';
import { openVoiceMedia } from './voice-media.ts';

const CALLED: CallerKind[] = ['trunk', 'called_page'];
const AT_ONCE = 5;
const LISTENS_MS = 1_500;

const peopleOf = ({ people }: Tricked): CalledPeople => {
  if (people === null) throw new Error('a trick for those who are called');
  return people;
};

/** Whoever was not given the call answers it. */
const answersToo = async (tricked: Tricked) =>
  (await peopleOf(tricked).anotherLeg()).reply(200, 'OK', answerOf(tricked));

/** Whoever has the call is still there. */
async function goesOn({ call }: Tricked): Promise<void> {
  const heard = await call.say('OPTIONS');
  if (heard?.status !== 200) throw new Error(`the call is over: ${heard?.status}`);
}

const declines = (how: (notified: Notified, tricked: Tricked) => Promise<unknown>) => async (tricked: Tricked) =>
  void (await how(await peopleOf(tricked).notified(), tricked));

const declinesAtOnce = async ({ decline }: Notified): Promise<void> => {
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, async () => await decline()));
  const taken = statuses.filter((status) => status === 200).length;
  if (taken > 1) throw new Error(`one Decline counted ${taken} times`);
};

/** What is tried by who is called, or by somebody in their place. */
export const CALLED_TRICKS: readonly Trick[] = [
  {
    name: 'an answer of another who rings too, once somebody has the call',
    by: CALLED,
    called: { another: true },
    does: async (tricked) => {
      await answersToo(tricked);
      await goesOn(tricked);
    },
  },
  {
    name: 'answers of two at the very moment',
    by: CALLED,
    called: { another: true },
    whileItRings: async (tricked) => {
      (await tricked.leg()).reply(200, 'OK', answerOf(tricked));
      await answersToo(tricked);
    },
  },
  {
    name: 'an answer of another who rings too, after the caller has left',
    by: CALLED,
    called: { another: true },
    whileItRings: async (tricked) => {
      const leg = await peopleOf(tricked).anotherLeg();
      tricked.call.cancel();
      await tricked.call.final();
      leg.reply(200, 'OK', answerOf(tricked));
    },
  },
  {
    name: 'BYE of another who rings too, of a call that is not theirs',
    by: CALLED,
    called: { another: true },
    does: async (tricked) => {
      const leg = await peopleOf(tricked).anotherLeg();
      leg.request('BYE');
      await goesOn(tricked);
    },
  },
  {
    name: 'a caller whom another who rang too sends to voicemail, once somebody has the call',
    by: CALLED,
    called: { another: true },
    does: async (tricked) => {
      const leg = await peopleOf(tricked).anotherLeg();
      leg.reply(603, 'Decline', { headers: [['X-Farline-Voicemail', 'yes']] });
      await goesOn(tricked);
    },
  },
  {
    name: 'sound for and from another who answers too late',
    by: ['trunk'],
    called: { another: true },
    does: soundForLateAnswer,
  },
  {
    name: 'Decline with proofs that are none',
    by: CALLED,
    called: { notification: true },
    whileItRings: declines(async ({ decline }) => {
      const guesses = Array.from({ length: AT_ONCE }, () => randomBytes(32).toString('base64url'));
      const statuses = await Promise.all(guesses.map(async (guess) => await decline(guess)));
      if (statuses.some((status) => status !== 404)) throw new Error(`a guess was heard: ${statuses.join()}`);
    }),
    does: goesOn,
  },
  {
    name: 'Decline five times at once',
    by: CALLED,
    called: { notification: true },
    whileItRings: declines(declinesAtOnce),
  },
  {
    name: 'Decline at the very moment of the answer',
    by: CALLED,
    called: { notification: true },
    whileItRings: declines(async (notified, tricked) => {
      (await tricked.leg()).reply(200, 'OK', answerOf(tricked));
      await declinesAtOnce(notified);
    }),
  },
  {
    name: 'Decline of what was answered',
    by: CALLED,
    called: { notification: true },
    does: declines(async ({ decline, declineLate }, tricked) => {
      await decline();
      await declineLate();
      await goesOn(tricked);
    }),
  },
  {
    name: 'Decline after the caller has left, which the far side answers all the same',
    by: CALLED,
    called: { notification: true },
    whileItRings: declines(async ({ declineLate }, { call }) => {
      call.cancel();
      await declineLate();
    }),
  },
];

/** Whoever is too late hears nothing, and is not heard. */
async function soundForLateAnswer(tricked: Tricked): Promise<void> {
  const leg = await peopleOf(tricked).anotherLeg();
  const late = await openVoiceMedia();
  late.speakTo(mediaAddress(leg.invite.body));
  leg.reply(200, 'OK', { mediaPort: late.port });
  await new Promise((resolve) => setTimeout(resolve, LISTENS_MS));
  late.close();
  if (late.sources.size > 0) throw new Error('who was too late hears the caller');
  if (tricked.call.media.sources.has(late.source)) throw new Error('the caller hears who was too late');
}
