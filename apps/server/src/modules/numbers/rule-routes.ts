import { type IncomingOutcome, numberRoutes, RULE_LIMITS } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadedFile } from '../../platform/http-files.ts';
import { identityOf } from '../../platform/http-server.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { tryForward } from './check-forwards.ts';
import { changeRule, type RuleDeps, viewRule } from './change-rule.ts';
import { greetingAt } from './greeting-at.ts';
import { judgeCaller } from './judge-caller.ts';
import type { KnowCaller } from './rules-store.ts';
import { calendarNotUnderstood, named } from './record/number-problems.ts';
import { ruleTime } from './opening-hours.ts';
import type { WhoIsThere } from './who-is-reached.ts';
import { readDaysOff } from './read-days-off.ts';
import { utcDay } from '../../platform/local-days.ts';

export type RuleRouteDeps = RuleDeps & {
  knowCaller: KnowCaller;
  /** Who of an account would be rung at this moment; null: the engine does not tell. */
  whoIsThere: (accountId: string) => Promise<WhoIsThere | null>;
  requireUser: (request: FastifyRequest) => Promise<void>;
};

/** Where a call goes on to, at once or when nobody answers; null: nowhere. */
function forwardOf(outcome: IncomingOutcome) {
  if (outcome.is === 'forwarded') return outcome;
  return outcome.is === 'rings' ? (outcome.goesOn?.then ?? null) : null;
}

const DAY_MS = 24 * 60 * 60_000;

/** What happens when a number is called: shown, changed and tried. */
export function addRuleRoutes(app: FastifyInstance, deps: RuleRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(numberRoutes.rule, async (request) => {
    const { accountId } = identityOf(request);
    return await viewRule(deps, { accountId, number: named(request.params) });
  });

  serve(numberRoutes.changeRule, async (request) => {
    const { accountId, userId } = identityOf(request);
    const number = named(request.params);
    await changeRule(deps, { accountId, userId, number, address: request.ip, ...request.body });
    return await viewRule(deps, { accountId, number });
  });

  serve(numberRoutes.testRule, async (request) => {
    const { accountId } = identityOf(request);
    const { caller, rule: draft, mayBeForged, now } = request.body;
    const saved = await viewRule(deps, { accountId, number: named(request.params) });
    const rule = draft ?? saved.rule;
    const at = new Date(request.body.at);
    const doubt = mayBeForged ? 'failed_check' : null;
    const who = { number: caller, isAnonymous: caller === null, doubt } as const;
    const there = now ? await deps.whoIsThere(accountId) : null;
    const outcome = await judgeCaller(deps, { accountId, rule, ...who, at, there });
    const { local, dayOff } = ruleTime(rule, at);
    const step = forwardOf(outcome);
    const number = named(request.params);
    return {
      outcome,
      local,
      dayOff,
      greeting: greetingAt(rule, at),
      ...(step === null ? {} : { forward: await tryForward(deps, { accountId, number, step }) }),
    };
  });

  serve(numberRoutes.daysOff, async (request) => {
    const { bytes } = await uploadedFile(request, { mostBytes: RULE_LIMITS.fileBytes });
    // Somewhere it may be yesterday still.
    const today = utcDay(new Date(deps.clock.now().getTime() - DAY_MS));
    const read = readDaysOff(bytes.toString('utf8'), today);
    if (read === null) throw calendarNotUnderstood();
    return read;
  });
}
