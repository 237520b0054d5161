import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiRoutes } from './api-routes.ts';
import type { Route } from './define-route.ts';
import { messageWebhook } from './messages/message-webhook.ts';
import { numberWebhook } from './numbers/number-provider.ts';
import { paymentWebhook } from './payments/payment-webhook.ts';
import { REFUSAL_STATUSES } from './refusals.ts';
import { sharedRefusalsOf } from './refusals-of-route.ts';

const routes: readonly Route[] = [
  ...apiRoutes,
  messageWebhook('a-carrier'),
  paymentWebhook('a-provider'),
  numberWebhook('a-provider'),
];

test('no route lists a code twice, or one that the rest of its description says', () => {
  const needless = routes.flatMap((route) => {
    const { name, refusals = [] } = route;
    const shared = sharedRefusalsOf(route);
    return refusals
      .filter((code, place) => shared.includes(code) || refusals.indexOf(code) !== place)
      .map((code) => `${name}: ${code}`);
  });
  expect(needless).toEqual([]);
});

/** Live push, an operator's command, and what a message that waited is given up for. */
const OF_NO_ROUTE = ['invalid_message', 'token_expired', 'too_late', 'too_many_sockets', 'wallet_not_found'];

test('every code is one of some route, but for those of what is no route', () => {
  const declared = new Set(routes.flatMap((route) => [...(route.refusals ?? []), ...sharedRefusalsOf(route)]));
  const undeclared = Object.keys(REFUSAL_STATUSES).filter((code) => !declared.has(code as never));
  expect(undeclared.toSorted()).toEqual(OF_NO_ROUTE);
});

test('where a status has a shape of the route’s own, a refusal that brings nothing more fits it too', () => {
  const refusals = routes.flatMap(({ name, otherReplies = {} }) =>
    Object.entries(otherReplies).map(([status, shape]) => ({ name, status, shape })),
  );
  const narrow = refusals
    .filter(({ shape }) => shape instanceof z.ZodObject && 'code' in shape.shape)
    .filter(({ shape }) => !shape.safeParse({ message: 'Please try again.', code: 'busy' }).success);
  expect(narrow.map(({ name, status }) => `${name} ${status}`)).toEqual([]);
});
