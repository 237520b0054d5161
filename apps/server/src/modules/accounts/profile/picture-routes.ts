import { PICTURE_LIMITS, profileRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { identityOf } from '../../../platform/http-server.ts';
import { notFound, Problem } from '../../../platform/problems.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { uploadedFile } from '../../../platform/http-files.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { deletePicture, findPicture, savePicture } from '../record/picture-store.ts';
import { requireOpen } from '../record/require-open.ts';
import { pictureType } from './picture-type.ts';
import { viewUser } from '../record/user-view.ts';

const notUnderstood = () =>
  new Problem('picture_not_understood', 400, 'Choose a PNG, JPEG or WebP picture.', {
    errors: { file: 'Choose a PNG, JPEG or WebP picture' },
  });

/** The user's own picture: sent, shown, taken away. */
export function addPictureRoutes(app: FastifyInstance, deps: UseCaseDeps): void {
  const serve = serveRoutes(app, { user: deps.identities.requireUser });

  serve(profileRoutes.sendPicture, async (request) => {
    const { userId, accountId } = identityOf(request);
    const { bytes } = await uploadedFile(request, { mostBytes: PICTURE_LIMITS.bytes });
    const type = pictureType(bytes);
    if (type === null) throw notUnderstood();
    await inTransaction(deps.database, async (tx) => {
      await requireOpen(tx, accountId);
      await savePicture(tx, { userId, type, bytes, changedAt: deps.clock.now() });
      await publish(tx, { type: 'user.changed', accountId, subjectId: userId });
    });
    return { user: await viewUser(deps, deps.database, userId) };
  });

  serve(profileRoutes.removePicture, async (request) => {
    const { userId, accountId } = identityOf(request);
    await inTransaction(deps.database, async (tx) => {
      if (!(await deletePicture(tx, userId))) return;
      await publish(tx, { type: 'user.changed', accountId, subjectId: userId });
    });
    return { user: await viewUser(deps, deps.database, userId) };
  });

  serve(profileRoutes.picture, async (request, response) => {
    const picture = await findPicture(deps.database, identityOf(request).userId);
    if (picture === null) throw notFound('The picture');
    response.headers({
      'content-type': picture.type,
      // Its address changes with it. Whatever is hidden in its bytes, no browser reads them as a page.
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'authorization',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline; filename="picture"',
      'cross-origin-resource-policy': 'same-site',
    });
    return picture.bytes;
  });
}
