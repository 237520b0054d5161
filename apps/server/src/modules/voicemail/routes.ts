import { type Transcript, VOICEMAIL_LIMITS, type Voicemail, voicemailRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Executor, inTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { identityOf } from '../../platform/http-server.ts';
import { idOf } from '../../platform/id-params.ts';
import { notFound } from '../../platform/problems.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { boxesOf, type NumbersOfVoicemail } from './boxes.ts';
import { removeNow } from './remove-discarded.ts';
import type { RecordingFiles } from './recording-files.ts';
import type { Transcribe } from './transcribe-voicemails.ts';
import {
  discardRecording,
  fillOf,
  findRecording,
  markHeard,
  type Recording,
  type RecordingName,
  recordingsOf,
} from './voicemail-store.ts';

export type VoicemailRouteDeps = {
  database: Database;
  clock: Clock;
  files: RecordingFiles;
  log: Log;
  /** Null: nobody writes messages down. */
  transcribe: Transcribe | null;
  requireUser: (request: FastifyRequest) => Promise<void>;
  numbersOf: NumbersOfVoicemail;
};

/** Somebody else's is not told from one that never was. */
const missing = () => notFound('This voicemail');

/** What people do with their voicemails: list, hear, mark and delete them. */
export function addVoicemailRoutes(app: FastifyInstance, deps: VoicemailRouteDeps): void {
  const { database, clock, files, numbersOf } = deps;
  const serve = serveRoutes(app, { user: deps.requireUser });
  const named = (request: FastifyRequest<{ Params: { id: string } }>) => {
    const { accountId, userId } = identityOf(request);
    return { id: idOf(request.params, missing), accountId, userId };
  };

  serve(voicemailRoutes.list, async (request) => {
    const { accountId } = identityOf(request);
    const { from = null, number = null, cursor = null, limit } = request.query;
    const found = await recordingsOf(database, { accountId, from, number, before: cursor, most: limit + 1 });
    const shown = found.slice(0, limit);
    const { boxes, all } = await boxesOf(database, { accountId, numbersOf });
    return {
      items: shown.map((recording) => viewOfVoicemail(recording, deps)),
      nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
      boxes,
      unheard: all.unheard,
      usedSeconds: Math.ceil(all.milliseconds / 1000),
      mostSeconds: VOICEMAIL_LIMITS.accountSeconds,
    };
  });

  serve(voicemailRoutes.one, async (request) => {
    const recording = await theirs(database, named(request));
    const unheard = await countUnheard(database, recording.accountId);
    return { voicemail: viewOfVoicemail(recording, deps), unheard };
  });

  serve(voicemailRoutes.recording, async (request, reply) => {
    return await sendSound(files, reply, await theirs(database, named(request)));
  });

  serve(voicemailRoutes.change, async (request) => {
    const { id, accountId } = named(request);
    const heardAt = request.body.isHeard ? clock.now() : null;
    const recording = await inTransaction(database, async (tx) => {
      const marked = await markHeard(tx, { id, accountId, heardAt });
      if (marked !== null) await publish(tx, { type: 'voicemail.changed', accountId, subjectId: id });
      return marked;
    });
    if (recording === null) throw missing();
    return { voicemail: viewOfVoicemail(recording, deps), unheard: await countUnheard(database, accountId) };
  });

  serve(voicemailRoutes.delete, async (request) => {
    const { id, accountId } = named(request);
    await inTransaction(database, async (tx) => {
      if (!(await discardRecording(tx, { id, accountId }))) throw missing();
      await publish(tx, { type: 'voicemail.changed', accountId, subjectId: id });
    });
    await removeNow(deps, { id, accountId });
    return { unheard: await countUnheard(database, accountId) };
  });
}

/** A message of an account. */
async function theirs(db: Executor, { id, accountId }: RecordingName): Promise<Recording> {
  const recording = await findRecording(db, id);
  if (recording === null || recording.accountId !== accountId) throw missing();
  return recording;
}

async function sendSound(files: RecordingFiles, reply: FastifyReply, recording: Recording): Promise<Buffer> {
  const bytes = await files.read(recording);
  if (bytes === null) throw missing();
  reply.headers({
    'content-type': 'audio/wav',
    'content-disposition': `attachment; filename="${fileNameOf(recording)}"`,
    'cache-control': 'private, no-store',
  });
  return bytes;
}

/** How many messages of an account nobody has heard. */
export async function countUnheard(db: Executor, accountId: string): Promise<number> {
  return (await fillOf(db, accountId)).unheard;
}

/** What is said of a transcript: one that nobody writes any more is not promised. */
export function shownTranscript(
  transcript: Transcript | null,
  { transcribe }: Pick<VoicemailRouteDeps, 'transcribe'>,
): Transcript | null {
  return transcript?.state === 'pending' && transcribe === null ? null : transcript;
}

/** A message as lists and pages show it. */
export function viewOfVoicemail(
  recording: Recording,
  { transcribe }: Pick<VoicemailRouteDeps, 'transcribe'>,
): Voicemail {
  const { transcript } = recording;
  const { id, number, from, fromText, callerDoubt, at, milliseconds, heardAt } = recording;
  return {
    id,
    number,
    from,
    fromText,
    callerDoubt,
    at: at.toISOString(),
    seconds: Math.ceil(milliseconds / 1000),
    heardAt: heardAt?.toISOString() ?? null,
    transcript: shownTranscript(transcript, { transcribe }),
  };
}

/** `voicemail-2026-11-23-0905-442079460123.wav`, in the time of the world. */
export function fileNameOf({ at, from }: Pick<Recording, 'at' | 'from'>): string {
  const when = at.toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `voicemail-${when}${from === null ? '' : `-${from.replace(/\D/g, '')}`}.wav`;
}
