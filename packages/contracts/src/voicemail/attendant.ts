import { z } from 'zod';
import { MENU_KEYS, MENU_LIMITS, menuEnding } from '../menus/menu.ts';

/** The header in which the engine hands an `attendantTask` on to the attendant: its JSON in base64url. */
export const TASK_HEADER = 'X-Farline-Task';

const spokenText = z.string().max(400);
/** How texts are spoken: a voice of espeak-ng. */
const voice = z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/);

/** A greeting, a tone, and a message of the caller's is kept. */
export const takeMessageTask = z.object({
  do: z.literal('take_message'),
  /** Whose mailbox it is: how many may speak to one at once is bounded. */
  mailbox: z.uuid(),
  voice,
  greeting: spokenText,
  /** The greeting that is played in its place, where its sound can be had: `greetings/<mailbox>/<id>.wav`. */
  recorded: z.uuid().optional(),
  /** Said after # was pressed: 1 sends the message, 2 plays it, 3 records it again. */
  choices: spokenText,
  /** What the caller hears where no message can be taken. */
  cannotRecord: spokenText,
  /** What the caller hears where the disk filled in the middle of their message, and what they had said until then is kept. */
  cutShort: spokenText.default(''),
  /** How long a message may be; 0: none is taken. */
  mostSeconds: z.int().min(0).max(600),
});
export type TakeMessageTask = z.infer<typeof takeMessageTask>;

/** So many messages are played in one call. */
export const MOST_PLAYED = 20;

/** What leads to the messages of one number: each has a key; of more numbers the last key leads to all that have none. */
export const BOX_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
export type BoxKey = (typeof BOX_KEYS)[number];
/** What leads to the messages of all numbers, one after the other. */
export const ALL_BOXES_KEY = '0';

/** Where messages were left on several numbers: whose are heard is chosen first, and again once they are over. */
export const messagesByNumber = z.object({
  /** What each is called before a message, where all are played; empty: its messages say it themselves. */
  boxes: z.array(z.object({ key: z.enum(BOX_KEYS), name: spokenText })).max(BOX_KEYS.length),
  /** What lies on each number, and its key. */
  first: z.string().max(2000),
  /** Their keys alone. */
  next: z.string().max(2000),
  /** Said when the messages of a number are over. */
  over: spokenText,
});
export type MessagesByNumber = z.infer<typeof messagesByNumber>;

/** The owner of a mailbox hears what callers left there. */
export const playMessagesTask = z.object({
  do: z.literal('play_messages'),
  mailbox: z.uuid(),
  voice,
  /** How many messages there are. */
  greeting: spokenText,
  /** In their order, each with what is said before its sound, and the box that it lies in. */
  messages: z.array(z.object({ id: z.uuid(), caption: spokenText, box: z.enum(BOX_KEYS).optional() })).max(MOST_PLAYED),
  /** Left out: all are played at once. */
  byNumber: messagesByNumber.optional(),
  /** Said after each: 1 plays it again, 2 keeps it, 3 deletes it; # goes to the next one, * ends the call. */
  choices: spokenText,
  /** Said after 3: 3 once more takes it back. */
  deleted: spokenText,
  /** Said in the place of a message whose sound is no more. */
  gone: spokenText,
  /** Said in the place of one whose sound cannot be fetched now. */
  unavailable: spokenText.default(''),
  end: spokenText,
});
export type PlayMessagesTask = z.infer<typeof playMessagesTask>;

/** What a key leads to; `dial`: the engine is asked to place a call as the rule of the number says of that key. */
const menuTaskChoice = z.discriminatedUnion('do', [
  ...menuEnding.options,
  z.object({ do: z.literal('dial'), unanswered: menuEnding }),
]);
/** Menus are said, and what is chosen in them is done. */
export const menuTask = z.object({
  do: z.literal('menu'),
  /** Whose menus they are: how many may be in them at once is bounded. */
  mailbox: z.uuid(),
  /** Proves to the server that the call that is placed by a choice belongs to the one that came in. */
  word: z.string().regex(/^[0-9a-f]{32}$/),
  start: z.string(),
  menus: z
    .array(
      z.object({
        id: z.string(),
        voice,
        text: z.string().max(2000),
        tries: z.int().min(1).max(3),
        waitSeconds: z.int().min(1).max(15),
        keys: z.array(z.object({ key: z.enum(MENU_KEYS), then: menuTaskChoice })).max(MENU_KEYS.length),
        otherwise: menuTaskChoice,
      }),
    )
    .max(MENU_LIMITS.menus),
  /** Where a choice is voicemail; null: none is taken, and it sounds busy. */
  message: takeMessageTask.nullable(),
});
export type MenuTask = z.infer<typeof menuTask>;

/** A message is said, and the call ends. */
export const sayTask = z.object({
  do: z.literal('say'),
  /** Whose message it is: how many hear it at once is bounded. */
  mailbox: z.uuid(),
  voice,
  text: spokenText,
});
export type SayTask = z.infer<typeof sayTask>;

/** What is done with a call that the attendant answers. */
export const attendantTask = z.discriminatedUnion('do', [takeMessageTask, playMessagesTask, menuTask, sayTask]);
export type AttendantTask = z.infer<typeof attendantTask>;

/** Where the attendant leaves what it recorded, below the data folder: `arrived/<call id>.wav` once it is whole. */
export const VOICEMAIL_FOLDER = 'voicemail';
export const ARRIVED_FOLDER = 'arrived';
/** Where the sound of a message lies below that folder when it has arrived, and where the server keeps it from then on. */
export const arrivedSound = (id: string): string => `${ARRIVED_FOLDER}/${id}.wav`;
export const keptSound = ({ accountId, id }: { accountId: string; id: string }): string => `${accountId}/${id}.wav`;

/** The sound of a message as `read` has it for a path below that folder, null where nothing lies; null: it lies nowhere. */
export async function readSound<Sound>(
  name: { accountId: string; id: string },
  read: (path: string) => Promise<Sound | null>,
): Promise<Sound | null> {
  const [kept, arrived] = [keptSound(name), arrivedSound(name.id)];
  // It may have been put where it is kept after that was looked at.
  return (await read(kept)) ?? (await read(arrived)) ?? (await read(kept));
}

/** Where greetings lie that were recorded, below that folder: `greetings/<account>/<id>.wav`. */
export const GREETINGS_FOLDER = 'greetings';

/** What the sound of a message, or of a greeting, is called in a bucket of an S3 service. */
export const objectOfSound = (sound: { kind: 'voicemail' | 'greeting'; accountId: string; id: string }): string =>
  `${sound.kind}s/${sound.accountId}/${sound.id}.wav`;

/** Where it leaves word of what an owner did in a call, one empty file for each: `listened/<call id>.<message id>.heard`, or `.deleted`. */
export const LISTENED_FOLDER = 'listened';
export const listenedDeed = z.enum(['heard', 'deleted']);
export type ListenedDeed = z.infer<typeof listenedDeed>;
