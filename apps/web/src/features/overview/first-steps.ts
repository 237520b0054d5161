import type { User } from '@farline/contracts/auth';
import type { Call } from '@farline/contracts/calls';
import { isService } from '../../lib/calls/is-service.ts';

/** To hear oneself, to be answered by the practice network, and to talk with somebody. */
export type FirstStep = 'hear' | 'practise' | 'call';

/** The steps of a newcomer, in their order, and whether each is done. */
export type FirstSteps = readonly { step: FirstStep; isDone: boolean }[];

const DAY_MS = 86_400_000;
const NEW_FOR_DAYS = 30;
/** Whoever has called more often needs no steps. All of these fit one page of the history. */
export const NEWCOMERS_CALLS = 20;

/** Whether somebody came so lately that first steps may be of use to them. */
export function isNewcomer({ createdAt }: Pick<User, 'createdAt'>, now: number): boolean {
  return now - Date.parse(createdAt) < NEW_FOR_DAYS * DAY_MS;
}

type Fact = Pick<Call, 'direction' | 'answeredAt' | 'destination' | 'isPractice'>;

/**
 * What a newcomer has done of the three, by the calls of their account: only one that was answered counts. Null once nothing is left.
 * `canPractise`: there is practice credit to call with. `reachesRealPhones`: so does somebody who has paid; else nobody is asked to.
 */
export function firstSteps(
  calls: readonly Fact[],
  { canPractise, reachesRealPhones }: { canPractise: boolean; reachesRealPhones: boolean },
): FirstSteps | null {
  const talked = calls.filter(({ direction, answeredAt }) => direction === 'outbound' && answeredAt !== null);
  const toOthers = talked.filter(({ destination }) => !isService(destination));
  const hasPractised = toOthers.some(({ isPractice }) => isPractice);
  const steps: FirstSteps = [
    { step: 'hear', isDone: talked.some(({ destination }) => destination.kind === 'echo') },
    ...(canPractise || hasPractised ? [{ step: 'practise' as const, isDone: hasPractised }] : []),
    ...(reachesRealPhones ? [{ step: 'call' as const, isDone: toOthers.some(({ isPractice }) => !isPractice) }] : []),
  ];
  return steps.every(({ isDone }) => isDone) ? null : steps;
}
