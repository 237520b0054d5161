import type { User } from '@farline/contracts/auth';
import type { Reply } from '../api/api-routes.ts';

/** Whether every call of somebody is practice: no trial reaches a real phone, and without a carrier to them nobody does. */
export const onlyPractises = (
  { accountState }: Pick<User, 'accountState'>,
  usage: Pick<Reply<'GET /billing/usage'>, 'reachesRealPhones'> | undefined,
): boolean => accountState === 'trial' || usage?.reachesRealPhones === false;
