import { randomBytes } from 'node:crypto';
import { SHARES_AT_MOST, voicemailRoutes, type VoicemailShare } from '@farline/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { inTransaction } from '../../platform/database.ts';
import { identityOf } from '../../platform/http-server.ts';
import { partOf } from '../../platform/http-files.ts';
import { idOf } from '../../platform/id-params.ts';
import { newId } from '../../platform/ids.ts';
import { notFound, Problem } from '../../platform/problems.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { tokenHash } from '../../platform/token-hash.ts';
import type { VoicemailRouteDeps } from './routes.ts';
import { goneSharePage, PAGE_POLICY, sharedPage } from './shared-page.ts';
import { deleteShare, insertShare, openShare, type StoredShare, sharesOf } from './shares-store.ts';
import { findRecording, type Recording } from './voicemail-store.ts';

export type ShareRouteDeps = VoicemailRouteDeps & { publicUrl: string };

const TOKEN_BYTES = 24;
const TOKEN = /^[\w-]{32}$/;
const HOUR_MS = 60 * 60_000;

const PAGE_HEADERS = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY };

const missing = () => notFound('This voicemail');
const shareMissing = () => notFound('This link');
const tooManyShares = () =>
  new Problem('too_many_shares', 409, `A voicemail has at most ${SHARES_AT_MOST} links. Revoke one first.`);

/** Links to one message: made, listed and revoked by its owner. */
export function addShareRoutes(app: FastifyInstance, deps: ShareRouteDeps): void {
  const { database, clock } = deps;
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(voicemailRoutes.share, async (request) => {
    const recording = { id: idOf(request.params, missing), accountId: identityOf(request).accountId };
    const [token, madeAt] = [randomBytes(TOKEN_BYTES).toString('base64url'), clock.now()];
    const { hours, showsCaller } = request.body;
    const expiresAt = new Date(madeAt.getTime() + hours * HOUR_MS);
    const made = { id: newId(madeAt), recording, tokenHash: tokenHash(token), showsCaller, madeAt, expiresAt };
    const share = await inTransaction(database, async (tx) => await insertShare(tx, { ...made, most: SHARES_AT_MOST }));
    if (share !== null) return { share: viewOf(share), url: `${deps.publicUrl}/api/v1/voicemails/shared/${token}` };
    const found = await findRecording(database, recording.id);
    throw found?.accountId === recording.accountId ? tooManyShares() : missing();
  });

  serve(voicemailRoutes.shares, async (request) => {
    const { accountId } = identityOf(request);
    const id = idOf(request.params, missing);
    return { shares: (await sharesOf(database, { id, accountId, at: clock.now() })).map(viewOf) };
  });

  serve(voicemailRoutes.revokeShare, async (request) => {
    const { accountId } = identityOf(request);
    const recording = { id: idOf(request.params, missing), accountId };
    const id = idOf({ id: request.params.share }, shareMissing);
    if (!(await deleteShare(database, { id, recording }))) throw shareMissing();
    return { shares: (await sharesOf(database, { ...recording, at: clock.now() })).map(viewOf) };
  });
}

/** The page of a link and its sound, for whoever has it. One that has expired, was revoked, or never was is 404. */
export function addSharedRoutes(app: FastifyInstance, { database, clock, files }: ShareRouteDeps): void {
  const serve = serveRoutes(app, {});

  /** The message of a link; the same for all that is none. */
  async function opened(token: string, opens: 0 | 1) {
    const known = { tokenHash: tokenHash(token), at: clock.now(), opens };
    const share = TOKEN.test(token) ? await openShare(database, known) : null;
    const recording = share === null ? null : await findRecording(database, share.recordingId);
    return share === null || recording === null ? null : { share, recording };
  }

  serve(voicemailRoutes.shared, async (request, reply) => {
    unlisted(reply);
    const { token } = request.params;
    const found = await opened(token, 1);
    const { accept = '', 'accept-language': languages = '' } = request.headers;
    // Programs are told as everywhere else.
    if (found === null && !accept.includes('text/html')) throw shareMissing();
    reply.headers(PAGE_HEADERS);
    if (found === null) return await reply.status(404).send(goneSharePage(languages));
    const { recording, share } = found;
    const { showsCaller, expiresAt } = share;
    return sharedPage({
      token,
      caller: showsCaller ? callerOf(recording) : null,
      at: recording.at,
      expiresAt,
      languages,
    });
  });

  serve(voicemailRoutes.sharedRecording, async (request, reply) => {
    unlisted(reply);
    const found = await opened(request.params.token, 0);
    const bytes = found === null ? null : await files.read(found.recording);
    if (bytes === null) throw shareMissing();
    reply.headers({ 'content-type': 'audio/wav', 'content-disposition': 'inline; filename="voicemail.wav"' });
    return partOf(reply, bytes, request.headers.range);
  });
}

const callerOf = ({ from, fromText }: Recording): string | null => from ?? fromText;

/** Whoever has the address may open it, and nobody else learns it: no search engine, no page that is opened from it, no copy on the way. */
function unlisted(reply: FastifyReply): void {
  reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
}

const viewOf = ({ id, showsCaller, madeAt, expiresAt, opened }: StoredShare): VoicemailShare => ({
  id,
  showsCaller,
  madeAt: madeAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  opened,
});
