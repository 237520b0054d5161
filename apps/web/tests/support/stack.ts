import { inject } from 'vitest';

/** What these tests use of the running stack that the test runner provides. */
interface RunningStack {
  url: string;
  websocketUrl: string;
  carrierRecordUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stack: RunningStack;
  }
}

/** The stack of this run: server, engine and sandbox carrier. */
export const stack: RunningStack = inject('stack');
