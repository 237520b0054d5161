import { expect, test } from 'vitest';
import { type Event, eventTypes } from './events.ts';
import { liveView, type ServerModule, viewByType } from './server-module.ts';

const viewer = { userId: 'ada', accountId: 'byron', sessionId: 'one', role: 'customer' } as const;
const about = { position: 1, accountId: 'byron', subjectId: 'subject', occurredAt: new Date('2026-04-01T12:00:00Z') };
const planChanged: Event = { ...about, type: 'plan.changed', payload: {} };
const plans: ServerModule = { liveViews: [liveView(eventTypes('plan.changed'), () => ({ type: 'plan.changed' }))] };

test('browsers are shown of an event what the module says that shows its type, and of others nothing', async () => {
  const view = viewByType([{}, plans]);

  expect(await view(planChanged, viewer)).toEqual({ type: 'plan.changed' });
  expect(await view({ ...about, type: 'contacts.changed', payload: {} }, viewer)).toBeNull();
  expect(await view({ ...about, type: 'not_understood', payload: null }, viewer)).toBeNull();
});

test('two modules that show the same type are refused', () => {
  expect(() => viewByType([plans, plans])).toThrow('plan.changed');
});
