import type { Clock } from '../../platform/clock.ts';
import type { Database, Executor } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Accounts } from '../accounts/index.ts';
import type { CallLimits } from '../limits/index.ts';
import type { KnowCaller } from '../numbers/index.ts';
import type { PushToPhones } from '../phones/index.ts';
import type { Rating } from '../rating/index.ts';
import type { Routing } from '../routing/index.ts';
import type { CallHistoryDeps } from './history/history-routes.ts';
import type { FindDoubtDeps } from './placing/find-doubt.ts';
import type { EngineOrders, ListConnections, ListDialogs, MediaOrders } from './record/engine.ts';
import type { CallSettings } from './record/settings.ts';
import type { TransferDeps } from './transfer/transfer-call.ts';
import type { WaitingLines } from './placing/allow-with-others.ts';
import type { PlayMessages } from './placing/authorise-call.ts';
import type { RingClosedPages } from './placing/put-through.ts';
import type { PlayMenu, SayMessage, TakeMessage } from './placing/answer-for-people.ts';
import type { CallPrompts } from './running/warn-caller.ts';
import type { SipSettings } from './placing/webrtc-token.ts';

/** All that calls need, passed in by `app.ts`. */
export type CallsDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  settings: CallSettings;
  sip: SipSettings;
  accounts: Pick<Accounts, 'requireUser' | 'knowUser' | 'isConfirmed'>;
  rating: Pick<Rating, 'rateTyped' | 'lookUp' | 'rateNumber' | 'estimateCost' | 'groupOf'>;
  routing: Routing;
  limits: CallLimits;
  knowCaller: KnowCaller;
  ringClosedPages: RingClosedPages;
  pushToPhones: PushToPhones;
  takeMessage: TakeMessage;
  playMessages: PlayMessages;
  playMenu: PlayMenu;
  sayMessage: SayMessage;
  /** How many voicemails of an account wait, as the engine's contract writes it. */
  messagesWaiting: (db: Executor, accountId: string) => Promise<string>;
  engine: EngineOrders;
  listDialogs: ListDialogs;
  listConnections: ListConnections;
  media: MediaOrders;
  bridge: TransferDeps['bridge'];
  describeCaller: TransferDeps['describeCaller'];
  prompts: CallPrompts;
  wait: (ms: number) => Promise<void>;
  waitingLines?: WaitingLines | undefined;
} & Pick<CallHistoryDeps, 'numbersNamed' | 'knowPeople'> &
  Pick<FindDoubtDeps, 'namesOfNumbers'>;
