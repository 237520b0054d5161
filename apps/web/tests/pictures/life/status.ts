import type { Availability, StatusComponent, StatusReply } from '@farline/contracts/status';
import { NOW } from './people.ts';

const DAY_SECONDS = 86_400;
const share = (of: number, days = 1): Availability => ({
  share: of,
  measuredSeconds: days * DAY_SECONDS,
  unmeasuredSeconds: 0,
});

/** One day of the month was worse than the others. */
const component = (name: StatusComponent, worst: number) => ({
  name,
  state: 'ok' as const,
  last24Hours: share(1),
  last30Days: share(1 - (1 - worst) / 30, 30),
  days: Array.from({ length: 31 }, (_day, index) => ({
    day: new Date(Date.parse(NOW) - (30 - index) * DAY_SECONDS * 1_000).toISOString().slice(0, 10),
    availability: share(index === 17 ? worst : 1),
  })),
});

/** How it stands, and has stood for a month. */
export const STATUS: StatusReply = {
  status: 'ok',
  service: 'farline',
  time: NOW,
  message: 'All systems operational.',
  measuredEverySeconds: 15,
  since: '2031-02-12T00:00:00.000Z',
  overall: { last24Hours: share(1), last30Days: share(0.99913, 30) },
  components: [component('web', 1), component('engine', 0.974), component('database', 1)],
};
