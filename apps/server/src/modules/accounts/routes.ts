import {
  acknowledgement,
  changePasswordRequest,
  forgotPasswordRequest,
  health,
  loginRequest,
  profileReply,
  profileUpdate,
  refreshedSession,
  registerRequest,
  resetPasswordRequest,
  secondStepNeeded,
  session,
} from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { identityOf, refusals } from '../../platform/http-server.ts';
import { Problem } from '../../platform/problems.ts';
import type { UseCaseDeps } from './record/accounts-deps.ts';
import { isDatabaseReachable } from './record/accounts-store.ts';
import { askPasswordReset } from './passwords/ask-password-reset.ts';
import { changePassword } from './passwords/change-password.ts';
import { createDeviceMarks } from './sessions/device-mark.ts';
import { bearerToken } from './record/identities.ts';
import { isCommonPassword } from './passwords/password-rules.ts';
import { createRefreshCookies } from './sessions/refresh-cookie.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { register } from './sessions/register.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { sessionEnded } from './record/accounts-problems.ts';
import { placeOf, sessionReply } from './sessions/session-reply.ts';
import { signIn } from './sessions/sign-in.ts';
import { signOut } from './sessions/sign-out.ts';
import { updateProfile } from './profile/update-profile.ts';
import { viewUser } from './record/user-view.ts';

const tags = ['auth'];
const signedIn = { tags, security: [{ bearer: [] }] };

/** The specification's /auth/* calls. */
export function addAuthRoutes(server: FastifyInstance, deps: UseCaseDeps): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const cookies = createRefreshCookies(deps.settings);
  const devices = createDeviceMarks({ publicUrl: deps.settings.publicUrl, key: deps.deviceKey });
  const { requireUser } = deps.identities;
  const reply = sessionReply(deps);

  app.post(
    '/auth/login',
    {
      schema: {
        tags,
        summary: 'Sign in; who has a second factor gets 403 and a ticket for POST /auth/second-step',
        body: loginRequest,
        response: { 200: session, 403: secondStepNeeded, ...refusals },
      },
    },
    async (request, response) => {
      const { email, password, remember = false } = request.body;
      const started = await signIn(deps, { email, password, remember, ...placeOf(request) });
      const user = await viewUser(deps, deps.database, started.userId);
      const advice = isCommonPassword(password) ? { isPasswordCommon: true } : {};
      return { ...(await reply(response, started)), user, ...advice };
    },
  );

  app.post(
    '/auth/register',
    {
      schema: {
        tags,
        summary: 'Open a trial account',
        body: registerRequest,
        response: { 201: session, ...refusals },
      },
    },
    async (request, response) => {
      const { body } = request;
      const place = { ...placeOf(request), device: devices.of(request, response) };
      const started = await register(deps, { ...body, phone: body.phone ?? null, ...place });
      const user = await viewUser(deps, deps.database, started.userId);
      response.status(201);
      return { ...(await reply(response, started)), user };
    },
  );

  app.post(
    '/auth/logout',
    { schema: { tags, summary: 'Sign out', response: { 200: acknowledgement, ...refusals } } },
    async (request, response) => {
      await signOut(deps, { refreshToken: cookies.read(request), accessToken: bearerToken(request) });
      cookies.clear(response);
      return { message: 'You are signed out.' };
    },
  );

  app.post(
    '/auth/refresh',
    {
      schema: {
        tags,
        summary: 'Get a new access token for the refresh cookie',
        response: { 200: refreshedSession, ...refusals },
      },
    },
    async (request, response) => {
      const refreshToken = cookies.read(request);
      if (refreshToken === null) throw sessionEnded();
      try {
        return await reply(response, await refreshSession(deps, { refreshToken, ...placeOf(request) }));
      } catch (error) {
        if (error instanceof Problem) cookies.clear(response);
        throw error;
      }
    },
  );

  app.get(
    '/auth/profile',
    {
      onRequest: requireUser,
      schema: { ...signedIn, summary: 'Who is signed in', response: { 200: profileReply, ...refusals } },
    },
    async (request) => ({ user: await viewUser(deps, deps.database, identityOf(request).userId) }),
  );

  app.patch(
    '/auth/profile',
    {
      onRequest: requireUser,
      schema: {
        ...signedIn,
        summary: 'Change the profile',
        body: profileUpdate,
        response: { 200: profileReply, ...refusals },
      },
    },
    async (request) => {
      const identity = identityOf(request);
      await updateProfile(deps, { identity, change: request.body, address: request.ip });
      return { user: await viewUser(deps, deps.database, identity.userId) };
    },
  );

  app.post(
    '/auth/change-password',
    {
      onRequest: requireUser,
      schema: {
        ...signedIn,
        summary: 'Change the password; other sessions end',
        body: changePasswordRequest,
        response: { 200: acknowledgement, ...refusals },
      },
    },
    async (request) => {
      await changePassword(deps, { ...request.body, identity: identityOf(request), address: request.ip });
      return { message: 'Your password was changed. Your other browsers are signed out.' };
    },
  );

  app.post(
    '/auth/forgot-password',
    {
      schema: {
        tags,
        summary: 'Ask for a link to choose a new password',
        body: forgotPasswordRequest,
        response: { 200: acknowledgement, ...refusals },
      },
    },
    async (request) => {
      await askPasswordReset(deps, { ...request.body, address: request.ip });
      return { message: 'If this address has an account, a link to choose a new password is on its way.' };
    },
  );

  app.post(
    '/auth/reset-password',
    {
      schema: {
        tags,
        summary: 'Choose a new password with the link that was mailed',
        body: resetPasswordRequest,
        response: { 200: acknowledgement, ...refusals },
      },
    },
    async (request, response) => {
      await resetPassword(deps, { ...request.body, address: request.ip });
      cookies.clear(response);
      return { message: 'Your password was changed. Please sign in with the new one.' };
    },
  );

  app.get(
    '/auth/health',
    { schema: { tags, summary: 'Whether signing in works', response: { 200: health, 503: health } } },
    async (_request, response) => {
      const isReachable = await isDatabaseReachable(deps.database);
      response.status(isReachable ? 200 : 503);
      return {
        status: isReachable ? ('ok' as const) : ('degraded' as const),
        service: 'auth',
        time: deps.clock.now().toISOString(),
        checks: { database: isReachable ? ('ok' as const) : ('failing' as const) },
      };
    },
  );
}
