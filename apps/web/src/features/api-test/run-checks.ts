import { SPECIFIED } from '../../lib/specification-constants.ts';
import { type ApiTestEvent, CHECKS, type Reply } from './api-test.ts';

/** Runs the three checks one after another with the specified pause between them, and tells each step. */
export async function runChecks(deps: {
  ask: (path: string) => Promise<Reply>;
  tell: (event: ApiTestEvent) => void;
  /** The page was left: no further request. */
  isLeft?: () => boolean;
}): Promise<void> {
  deps.tell({ type: 'started' });
  for (const [index, { id, path }] of CHECKS.entries()) {
    if (index > 0) await pause(SPECIFIED.apiTestPauseMs);
    if (deps.isLeft?.() === true) return;
    deps.tell({ type: 'asked', id });
    deps.tell({ type: 'replied', id, reply: await deps.ask(path) });
  }
  deps.tell({ type: 'finished' });
}

async function pause(ms: number): Promise<void> {
  await new Promise<void>((over) => setTimeout(over, ms));
}
