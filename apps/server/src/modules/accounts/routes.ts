import { authRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { identityOf } from '../../platform/http-server.ts';
import { Problem } from '../../platform/problems.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { tokenHash } from '../../platform/token-hash.ts';
import type { UseCaseDeps } from './record/accounts-deps.ts';
import { isDatabaseReachable } from './record/accounts-store.ts';
import { askPasswordReset } from './passwords/ask-password-reset.ts';
import { changePassword } from './passwords/change-password.ts';
import { createDeviceMarks } from './sessions/device-mark.ts';
import { bearerToken } from './record/identities.ts';
import { isCommonPassword } from './passwords/password-rules.ts';
import { createRefreshCookies } from './sessions/refresh-cookie.ts';
import { refreshSession, renewSession } from './sessions/refresh-session.ts';
import { register } from './sessions/register.ts';
import { resetPassword } from './passwords/reset-password.ts';
import { sessionEnded } from './record/accounts-problems.ts';
import { runsSessionOfToken } from './record/sessions-store.ts';
import { clientOf, sessionReply } from './sessions/session-reply.ts';
import { signIn } from './sessions/sign-in.ts';
import { signOut } from './sessions/sign-out.ts';
import { updateProfile } from './profile/update-profile.ts';
import { viewUser } from './record/user-view.ts';

/** The specification's /auth/* calls. */
export function addAuthRoutes(app: FastifyInstance, deps: UseCaseDeps): void {
  const serve = serveRoutes(app, { user: deps.identities.requireUser });
  const cookies = createRefreshCookies(deps.settings);
  const devices = createDeviceMarks({ publicUrl: deps.settings.publicUrl, key: deps.deviceKey });
  const reply = sessionReply(deps);

  serve(authRoutes.login, async (request, response) => {
    const { email, password, remember = false } = request.body;
    const started = await signIn(deps, { email, password, remember, ...clientOf(request) });
    const user = await viewUser(deps, deps.database, started.userId);
    const advice = isCommonPassword(password) ? { isPasswordCommon: true } : {};
    return { ...(await reply(response, started)), user, ...advice };
  });

  serve(authRoutes.register, async (request, response) => {
    const { body } = request;
    const client = { ...clientOf(request), device: devices.of(request, response) };
    const started = await register(deps, { ...body, phone: body.phone ?? null, ...client });
    const user = await viewUser(deps, deps.database, started.userId);
    return { ...(await reply(response, started)), user };
  });

  serve(authRoutes.logout, async (request, response) => {
    await signOut(deps, { refreshToken: cookies.read(request), accessToken: bearerToken(request) });
    cookies.clear(response);
    return { message: 'You’re signed out.' };
  });

  serve(authRoutes.refresh, async (request, response) => {
    const refreshToken = cookies.read(request);
    if (refreshToken === null) return await renewed(deps, request);
    try {
      return await reply(response, await refreshSession(deps, { refreshToken, ...clientOf(request) }));
    } catch (error) {
      if (error instanceof Problem) cookies.clear(response);
      throw error;
    }
  });

  serve(authRoutes.profile, async (request) => ({
    user: await viewUser(deps, deps.database, identityOf(request).userId),
  }));

  serve(authRoutes.changeProfile, async (request) => {
    const identity = identityOf(request);
    await updateProfile(deps, { identity, change: request.body, address: request.ip });
    return { user: await viewUser(deps, deps.database, identity.userId) };
  });

  serve(authRoutes.changePassword, async (request) => {
    await changePassword(deps, { ...request.body, identity: identityOf(request), address: request.ip });
    return { message: 'Your password was changed. Your other browsers are signed out.' };
  });

  serve(authRoutes.forgotPassword, async (request) => {
    await askPasswordReset(deps, { ...request.body, address: request.ip });
    return { message: 'If this address has an account, a link to choose a new password is on its way.' };
  });

  serve(authRoutes.resetPassword, async (request, response) => {
    await resetPassword(deps, { ...request.body, address: request.ip });
    if (!(await isOfRunningSession(deps, cookies.read(request)))) cookies.clear(response);
    return { message: 'Your password was changed. Please sign in with the new one.' };
  });

  serve(authRoutes.health, async (_request, response) => {
    const isReachable = await isDatabaseReachable(deps.database);
    response.status(isReachable ? 200 : 503);
    return {
      status: isReachable ? ('ok' as const) : ('degraded' as const),
      service: 'auth',
      time: deps.clock.now().toISOString(),
      checks: { database: isReachable ? ('ok' as const) : ('failing' as const) },
    };
  });
}

/** The answer to somebody who shows their access token, which may have ended within the last hour, and no cookie. */
async function renewed(deps: UseCaseDeps, request: FastifyRequest): Promise<{ token: string; expiresAt: string }> {
  const bearer = bearerToken(request);
  const claims = bearer === null ? null : await deps.accessTokens.readForRenewal(bearer, deps.clock.now());
  if (claims === null) throw sessionEnded();
  const session = await renewSession(deps, { sessionId: claims.sessionId, client: clientOf(request) });
  const { token, expiresAt } = await deps.accessTokens.sign({ ...session, now: deps.clock.now() });
  return { token, expiresAt: expiresAt.toISOString() };
}

/** After a reset, that of another account's session, whose browser stays signed in to it. */
async function isOfRunningSession(deps: UseCaseDeps, refreshToken: string | null): Promise<boolean> {
  if (refreshToken === null) return false;
  return await runsSessionOfToken(deps.database, tokenHash(refreshToken), deps.clock.now());
}
