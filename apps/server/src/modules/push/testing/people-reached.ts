import { expect } from 'vitest';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from '../../../testing/api-customer.ts';
import type { standInPushService } from '@farline/tools/stand-in-push-service';

type Service = Awaited<ReturnType<typeof standInPushService>>;
type Reachable = ApiCustomer & { browser: ReturnType<Service['aBrowser']> };

/** People of this server whose browsers are reached by a push service, and what they are told of. */
export function peopleReachedBy(service: Service, app: { origin: string; database: Database }) {
  const leftVoicemail = async ({ accountId }: ApiCustomer, from: string | null) => {
    const subjectId = newId();
    const payload = { number: '+999000000001', from, seconds: 12, at: new Date().toISOString() };
    await publish(app.database, { type: 'voicemail.received', accountId, subjectId, payload });
    return subjectId;
  };
  return {
    leftVoicemail,
    /** Somebody whose browser is told of things. */
    aReachable: async (): Promise<Reachable> => {
      const customer = await apiCustomer(app);
      const browser = service.aBrowser();
      const added = await customer.ask('POST', '/settings/push', browser.subscription);
      expect(added.status).toBe(201);
      return { ...customer, browser };
    },
    /** A message came in. */
    told: async ({ accountId }: ApiCustomer, peer: string) =>
      await publish(app.database, {
        type: 'message.received',
        accountId,
        subjectId: newId(),
        payload: { peer, number: '+999000000001' },
      }),
    /** Somebody's messages were read. */
    read: async ({ accountId }: ApiCustomer, peer: string) =>
      await publish(app.database, { type: 'thread.read', accountId, subjectId: newId(), payload: { peer } }),
    /** Everything that came before has been sent, or never will be: this is behind it in the same queue. */
    lastWord: async (customer: Reachable) => {
      const before = customer.browser.received.length;
      await leftVoicemail(customer, '+447700900999');
      for (let which = before; ; which += 1) {
        const { content } = await customer.browser.next(which);
        if (content.body.includes('900999')) return customer.browser.received.slice(0, which);
      }
    },
  };
}
