import {
  BOX_KEYS,
  type BoxKey,
  type MessagesByNumber,
  MOST_PLAYED,
  type PlayMessagesTask,
  type VoicemailBox,
} from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { spokenLanguage } from '../../platform/languages.ts';
import { languageOfUser } from '../accounts/index.ts';
import { boxesOf, type NumbersOfVoicemail, sum } from './boxes.ts';
import { type SpokenLanguage, VOICES } from './greetings.ts';
import { OWNER_WORDS, sayBox, sayCaption, sayCounts, sayDigits } from './mailbox-words.ts';
import { sayKeys } from './menu-task.ts';
import { type Recording, recordingsToPlay } from './voicemail-store.ts';

/** The engine hands a task on in a header, of which it writes 8 kB at most; base64 takes a third more. */
const MOST_BYTES = 5_500;
/** A label is cut there when it is said: nine of them leave room for messages. */
const MOST_OF_A_NAME = 24;

/**
 * What the attendant is to do with the call of somebody who listens to their account's voicemails, as its header has it: JSON in base64url. New
 * messages come first, the oldest of them before the others; then those that were heard, the latest first; as many as one call can have. Where
 * they were left on several numbers, one is chosen, and each has its share of what one call can have.
 */
export async function playMessages(
  db: Executor,
  {
    accountId,
    userId,
    timeZone,
    at,
    numbersOf,
  }: { accountId: string; userId: string | null; timeZone: string; at: Date; numbersOf: NumbersOfVoicemail },
): Promise<string> {
  const language = spokenLanguage(userId === null ? '' : await languageOfUser(db, userId));
  const { boxes, all } = await boxesOf(db, { accountId, numbersOf });
  const filled = newFirst(boxes.filter(({ total }) => total > 0));
  const keys = keysOf(filled);
  const { choices, deleted, gone, unavailable, end, endOfCall, boxOver, boxOverInCall } = OWNER_WORDS[language];
  const task: PlayMessagesTask = {
    do: 'play_messages',
    mailbox: accountId,
    voice: VOICES[language],
    choices,
    deleted,
    gone,
    unavailable,
    end: endOfCall,
    greeting: sayCounts(language, { fresh: all.unheard, saved: all.recordings - all.unheard }),
    messages: [],
    ...(filled.length > 1 ? { byNumber: { ...byNumber(language, keys), over: boxOverInCall } } : {}),
  };
  const numbers = filled.map(({ number }) => number);
  const found = await recordingsToPlay(db, { accountId, numbers, most: MOST_PLAYED });
  const say = (recording: Recording) => messageOf(language, recording, { keys, now: at, timeZone });
  task.messages = asHeard(withinBytes(found, say, Buffer.byteLength(JSON.stringify(task)))).map(say);
  if (task.messages.length >= all.recordings) {
    task.end = end;
    if (task.byNumber !== undefined) task.byNumber.over = boxOver;
  }
  return Buffer.from(JSON.stringify(task)).toString('base64url');
}

type Keys = { key: BoxKey; boxes: VoicemailBox[] }[];

/** In their order, but those with new messages before the others. */
const newFirst = (boxes: VoicemailBox[]): VoicemailBox[] => [
  ...boxes.filter(({ unheard }) => unheard > 0),
  ...boxes.filter(({ unheard }) => unheard === 0),
];

/** Which key leads to which number. Where there are more numbers than keys, the last key leads to all that have none of their own. */
function keysOf(boxes: VoicemailBox[]): Keys {
  const own = boxes.length > BOX_KEYS.length ? BOX_KEYS.length - 1 : boxes.length;
  return BOX_KEYS.flatMap((key, place) => {
    const [box] = boxes.slice(place);
    if (box === undefined) return [];
    return [{ key, boxes: place < own ? [box] : boxes.slice(own) }];
  });
}

/** What is said of the choice. */
function byNumber(language: SpokenLanguage, keys: Keys): Omit<MessagesByNumber, 'over'> {
  const { otherNumbers, allBoxes } = OWNER_WORDS[language];
  const named = keys.map(({ key, boxes }) => {
    const [only] = boxes;
    const fresh = sum(boxes.map(({ unheard }) => unheard));
    const counts = { fresh, saved: sum(boxes.map(({ total }) => total)) - fresh };
    return { key, counts, isOne: boxes.length === 1, name: boxes.length === 1 && only ? nameOf(only) : otherNumbers };
  });
  const space = language === 'zh' ? '' : ' ';
  return {
    // What was left on the numbers without a key says itself on which.
    boxes: named.map(({ key, name, isOne }) => ({ key, name: isOne ? name : '' })),
    first: [...named.map(({ key, name, counts }) => sayBox(language, { key, name, ...counts })), allBoxes].join(space),
    next: [sayKeys(language, named), allBoxes].join(space),
  };
}

const nameOf = ({ label, number }: VoicemailBox): string => {
  const name = [...label].slice(0, MOST_OF_A_NAME).join('').trim();
  return name === '' ? sayDigits(number) : name;
};

/** A message as it is announced: with its number where that was not chosen, and is not said before it. */
function messageOf(
  language: SpokenLanguage,
  { id, from, at, number }: Recording,
  { keys, now, timeZone }: { keys: Keys; now: Date; timeZone: string },
): PlayMessagesTask['messages'][number] {
  const mine = keys.find(({ boxes }) => boxes.some((box) => box.number === number));
  const isNamed = (mine?.boxes.length ?? 0) > 1;
  const caption = sayCaption(language, { from, at, number: isNamed ? number : null }, { now, timeZone });
  return keys.length > 1 && mine !== undefined ? { id, caption, box: mine.key } : { id, caption };
}

/** As many of them, from the first on, as the header takes beside so many bytes. */
function withinBytes(found: Recording[], say: (recording: Recording) => object, taken: number): Recording[] {
  let bytes = taken;
  const most = found.findIndex((recording) => {
    bytes += Buffer.byteLength(JSON.stringify(say(recording))) + 1;
    return bytes > MOST_BYTES;
  });
  return most === -1 ? found : found.slice(0, most);
}

/** New ones, the oldest first, then others, the latest first. */
function asHeard(recordings: Recording[]): Recording[] {
  const byAge = recordings.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [
    ...byAge.filter(({ heardAt }) => heardAt === null),
    ...byAge.filter(({ heardAt }) => heardAt !== null).toReversed(),
  ];
}
