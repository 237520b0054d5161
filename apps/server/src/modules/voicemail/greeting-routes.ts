import { type Greeting, GREETING_LIMITS, greetingRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Executor, inTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { uploadedFile } from '../../platform/http-files.ts';
import { identityOf } from '../../platform/http-server.ts';
import { workOf } from '../../platform/work.ts';
import { idOf } from '../../platform/id-params.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { createConcurrencyLimit } from '../../platform/concurrency/concurrency-limit.ts';
import { lockAccount } from '../accounts/index.ts';
import { type AddGreetingDeps, recordGreeting, writeGreeting } from './add-greeting.ts';
import {
  greetingInUse,
  greetingIsRecorded,
  greetingNotFound,
  greetingNotSpoken,
  greetingUnderWay,
  tooManyUploads,
} from './greeting-problems.ts';
import { VOICES } from './greetings.ts';
import { changeGreeting, discardGreeting, findGreeting, greetingsOf, type StoredGreeting } from './greetings-store.ts';
import { removeGreetingNow } from './remove-greetings.ts';

export type GreetingRouteDeps = AddGreetingDeps & {
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** Which numbers of an account are to play each of its greetings, by its id, now or later. */
  greetingUses: (db: Executor, wanted: { accountId: string; at: Date }) => Promise<ReadonlyMap<string, string[]>>;
  /** A text as callers hear it: a WAV file. */
  speak: (text: string, voice: string) => Promise<Buffer>;
};

/** To read the sound of a file takes the processor, and several times the memory of the file. */
const FILES_AT_ONCE = 4;
const MOST_FILES_WAITING = 50;

/** The greetings of an account: listed, heard, added, changed and deleted. */
export function addGreetingRoutes(app: FastifyInstance, deps: GreetingRouteDeps): void {
  const { database, clock } = deps;
  const serve = serveRoutes(app, { user: deps.requireUser });
  const record = recordUploads(deps);
  const usesOf = async (accountId: string) => await deps.greetingUses(database, { accountId, at: clock.now() });
  const named = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    id: idOf(request.params, greetingNotFound),
    accountId: identityOf(request).accountId,
  });

  serve(greetingRoutes.list, async (request) => {
    const { accountId } = identityOf(request);
    const uses = await usesOf(accountId);
    const items = (await greetingsOf(database, accountId)).map((greeting) => viewOf(greeting, uses));
    return { items, most: GREETING_LIMITS.greetings };
  });

  serve(greetingRoutes.write, async (request) => {
    const { accountId } = identityOf(request);
    const written = await writeGreeting(deps, { accountId, ...request.body }, workOf(request, clock));
    return { greeting: viewOf(written, new Map()) };
  });

  serve(greetingRoutes.record, async (request) => {
    const { accountId } = identityOf(request);
    const recorded = await record(request, { accountId, name: request.query.name });
    return { greeting: viewOf(recorded, new Map()) };
  });

  serve(greetingRoutes.sound, async (request, reply) => {
    const greeting = await findGreeting(database, named(request));
    if (greeting === null) throw greetingNotFound();
    return await sendSound(deps, reply, greeting);
  });

  serve(greetingRoutes.change, async (request) => {
    const greeting = await change(deps, { ...named(request), ...request.body });
    return { greeting: viewOf(greeting, await usesOf(greeting.accountId)) };
  });

  serve(greetingRoutes.delete, async (request) => {
    const name = named(request);
    await deleteUnused(deps, name);
    await removeGreetingNow(deps, name);
    return {};
  });
}

/**
 * Takes the files of greetings, one of an account at a time. A file may take minutes to arrive, and has its turn only once it is there: whoever
 * sends slowly keeps nobody else waiting.
 */
function recordUploads(deps: AddGreetingDeps) {
  const sending = new Set<string>();
  const limited = createConcurrencyLimit({
    atOnce: FILES_AT_ONCE,
    mostWaiting: MOST_FILES_WAITING,
    busy: tooManyUploads,
  });
  return async (request: FastifyRequest, { accountId, name }: { accountId: string; name: string }) => {
    if (sending.has(accountId)) throw greetingUnderWay();
    sending.add(accountId);
    try {
      const { bytes } = await uploadedFile(request, { mostBytes: GREETING_LIMITS.fileBytes });
      return await limited(async () => await recordGreeting(deps, { accountId, name, file: bytes }));
    } finally {
      sending.delete(accountId);
    }
  };
}

/** Gives it another name, or other words: whoever calls from then on hears those. */
async function change(
  { database }: Pick<GreetingRouteDeps, 'database'>,
  wanted: Parameters<typeof changeGreeting>[1],
): Promise<StoredGreeting> {
  return await inTransaction(database, async (tx) => {
    const changed = await changeGreeting(tx, wanted);
    if (changed === null) throw (await findGreeting(tx, wanted)) === null ? greetingNotFound() : greetingIsRecorded();
    await publish(tx, { type: 'greeting.changed', accountId: wanted.accountId, subjectId: wanted.id });
    return changed;
  });
}

async function sendSound(deps: GreetingRouteDeps, reply: FastifyReply, greeting: StoredGreeting): Promise<Buffer> {
  const bytes = greeting.kind === 'recorded' ? await deps.files.read(greeting) : await spoken(deps, greeting);
  if (bytes === null) throw greetingNotFound();
  reply.headers({
    'content-type': 'audio/wav',
    'content-disposition': 'attachment; filename="greeting.wav"',
    'cache-control': 'private, no-store',
  });
  return bytes;
}

async function spoken(
  { speak, log }: GreetingRouteDeps,
  { text, language }: Extract<StoredGreeting, { kind: 'spoken' }>,
): Promise<Buffer> {
  try {
    return await speak(text, VOICES[language]);
  } catch (error) {
    log.error({ err: error }, 'a greeting could not be spoken');
    throw greetingNotSpoken();
  }
}

/** Deletes a greeting that no number is to play. Whoever saves a rule meanwhile waits, and then finds that it is gone. */
async function deleteUnused(
  { database, clock, greetingUses }: GreetingRouteDeps,
  { id, accountId }: { id: string; accountId: string },
): Promise<void> {
  const at = clock.now();
  await inTransaction(database, async (tx) => {
    await lockAccount(tx, accountId);
    const numbers = (await greetingUses(tx, { accountId, at })).get(id);
    if (numbers !== undefined) throw greetingInUse(numbers);
    if (!(await discardGreeting(tx, { id, accountId, at }))) throw greetingNotFound();
    await publish(tx, { type: 'greeting.changed', accountId, subjectId: id });
  });
}

function viewOf(greeting: StoredGreeting, uses: ReadonlyMap<string, string[]>): Greeting {
  const { id, name } = greeting;
  const base = { id, name, usedBy: uses.get(id) ?? [] };
  return greeting.kind === 'spoken'
    ? { kind: 'spoken', ...base, language: greeting.language, text: greeting.text }
    : { kind: 'recorded', ...base, seconds: Math.ceil(greeting.milliseconds / 1000) };
}
