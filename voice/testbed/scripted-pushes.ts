import type { PushAnswer, PushAsk } from '@farline/contracts/voice-engine';
import type { EngineListener } from '@farline/engine';
import { createInbox, type Inbox } from './inbox.ts';

/** How phones are woken, as a server without a database knows it. */
export type ScriptedPushes = {
  /** What phones said of how they are woken. */
  readonly pushAsks: Inbox<PushAsk>;
  /** What they are answered, by user name: others 200. */
  readonly pushAnswers: Map<string, PushAnswer>;
};

export function scriptedPushes(): ScriptedPushes & {
  listener: Pick<EngineListener, 'hasPushes' | 'notePush'>;
} {
  const pushAsks = createInbox<PushAsk>((ask) => JSON.stringify(ask));
  const pushAnswers = new Map<string, PushAnswer>();
  const pushed = new Set<string>();
  return {
    pushAsks,
    pushAnswers,
    listener: {
      hasPushes: (username) => Promise.resolve(pushed.has(username)),
      notePush(ask) {
        pushAsks.add(ask);
        const answer = pushAnswers.get(ask.username) ?? { status: 200, featureCaps: '' };
        if (ask.act === 'remember' && answer.status === 200) pushed.add(ask.username);
        return Promise.resolve(answer);
      },
    },
  };
}
