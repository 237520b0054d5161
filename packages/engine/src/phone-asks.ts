import { isGivenUp } from '@farline/contracts/voice/asking';
import type { PhoneAsk, PushAsk, ServerMessage } from '@farline/contracts/voice-engine';
import type { EngineListener } from './engine-link.ts';
import type { EngineLog } from './engine-log.ts';

type Deps = {
  listener: Pick<EngineListener, 'phoneSecret' | 'messagesWaiting' | 'hasPushes' | 'notePush'>;
  send: (message: ServerMessage) => void;
  log: Pick<EngineLog, 'error'>;
};

/** Answers what is asked of SIP phones. One that gets no answer hears of it from Kamailio, and tries again. */
export function phoneAsks({ listener, send, log }: Deps): (ask: PhoneAsk | PushAsk) => Promise<void> {
  const answerTo = async (ask: PhoneAsk | PushAsk): Promise<ServerMessage> => {
    const { transactionIndex, transactionLabel, username } = ask;
    if (ask.type === 'push.ask')
      return { type: 'push.answer', transactionIndex, transactionLabel, ...(await listener.notePush(ask)) };
    const [ha1, waiting, hasPushes] = await Promise.all([
      listener.phoneSecret(username),
      listener.messagesWaiting(username),
      listener.hasPushes(username),
    ]);
    const pushes = hasPushes ? 'yes' : '';
    return { type: 'phone.answer', transactionIndex, transactionLabel, ha1, waiting, pushes };
  };
  return async (ask) => {
    if (isGivenUp(ask, Date.now())) return;
    try {
      send(await answerTo(ask));
    } catch (error) {
      log.error({ err: error, ask: ask.type }, 'what was asked of a SIP phone could not be answered');
    }
  };
}
