import { PICTURE_LIMITS, profileReply } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { IMPORT_LIMIT } from '../../../platform/account-limit.ts';
import { identityOf, refusals } from '../../../platform/http-server.ts';
import { notFound, Problem } from '../../../platform/problems.ts';
import { UPLOAD, uploadedFile } from '../../../platform/upload.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { deletePicture, findPicture, savePicture } from '../record/picture-store.ts';
import { pictureType } from './picture-type.ts';
import { viewUser } from '../record/user-view.ts';

const notUnderstood = () =>
  new Problem('picture_not_understood', 400, 'Choose a PNG, JPEG or WebP picture.', {
    errors: { file: 'Choose a PNG, JPEG or WebP picture' },
  });

/** The user's own picture: sent, shown, taken away. */
export function addPictureRoutes(server: FastifyInstance, deps: UseCaseDeps): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const signedIn = { tags: ['auth'], security: [{ bearer: [] }] };
  const onRequest = deps.identities.requireUser;

  app.post(
    '/auth/profile/picture',
    {
      onRequest,
      ...UPLOAD,
      config: { perAccount: IMPORT_LIMIT },
      schema: {
        ...signedIn,
        ...UPLOAD.schema,
        summary: 'Send a profile picture of at most 2 MB',
        response: { 200: profileReply, ...refusals },
      },
    },
    async (request) => {
      const { userId } = identityOf(request);
      const { bytes } = await uploadedFile(request, { mostBytes: PICTURE_LIMITS.bytes });
      const type = pictureType(bytes);
      if (type === null) throw notUnderstood();
      await savePicture(deps.database, { userId, type, bytes, changedAt: deps.clock.now() });
      return { user: await viewUser(deps, deps.database, userId) };
    },
  );

  app.delete(
    '/auth/profile/picture',
    {
      onRequest,
      schema: { ...signedIn, summary: 'Take the profile picture away', response: { 200: profileReply, ...refusals } },
    },
    async (request) => {
      const { userId } = identityOf(request);
      await deletePicture(deps.database, userId);
      return { user: await viewUser(deps, deps.database, userId) };
    },
  );

  app.get(
    '/auth/profile/picture',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'The profile picture',
        response: { 200: z.any().describe('A PNG, JPEG or WebP picture'), ...refusals },
      },
    },
    async (request, response) => {
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
      return response.send(picture.bytes);
    },
  );
}
