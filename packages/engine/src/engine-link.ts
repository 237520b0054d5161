import type { z } from 'zod';
import type {
  CallAllowed,
  CallAsk,
  CallRefused,
  EngineReport,
  SocketClosed,
  CallRings,
  IncomingAsk,
  PushAnswer,
  PushAsk,
  registerOrder,
  trunkRegistered,
  TrunkLogin,
} from '@farline/contracts/voice-engine';

/** What the server decides on an ask; the link adds the words by which Kamailio finds its transaction again. */
export type CallDecision = (Omit<CallAllowed, AnswerAddress> | Omit<CallRefused, AnswerAddress>) & NamedCall;
/** What the server decides on a call that comes in. */
export type IncomingDecision = (Omit<CallRings, AnswerAddress> | Omit<CallRefused, AnswerAddress>) & NamedCall;
/** The id of a call that had none when it was asked for. */
type NamedCall = { call?: string };
type AnswerAddress = 'type' | 'transactionIndex' | 'transactionLabel' | 'call' | 'sipCallId' | 'fromTag';

/** The SIP names of one answered call, as `call.answered` reported them. */
export type DialogName = { sipCallId: string; fromTag: string; toTag: string };

/** One REGISTER to a carrier, and what came of it; see the contract. */
export type RegisterWords = Omit<z.infer<typeof registerOrder>, 'type' | 'order'>;
export type RegisterOutcome = Omit<z.infer<typeof trunkRegistered>, 'type' | 'order'>;

/** `done`: Kamailio did it. `unknown`: it knows no such call (any more). `no_answer`: nothing was heard in time, or no link. */
export type OrderOutcome = 'done' | 'unknown' | 'no_answer';

/** What the server does with the engine's words. */
export type EngineListener = {
  /** Decides on an INVITE. Rejecting (throwing) refuses the call with 500 `server_error`. */
  decide(ask: CallAsk): Promise<CallDecision>;
  /** Decides on an INVITE that came in from the carrier side. Rejecting refuses it with 500. */
  receive(ask: IncomingAsk): Promise<IncomingDecision>;
  /** HA1 of a SIP phone, by its user name; a random one where nobody has that name. Rejecting leaves the phone without answer. */
  phoneSecret(username: string): Promise<string>;
  /** Whether it is remembered how a SIP phone is woken. */
  hasPushes(username: string): Promise<boolean>;
  /** Notes how a phone that has proved itself is woken, or not any more. Rejecting leaves the phone without answer. */
  notePush(ask: PushAsk): Promise<PushAnswer>;
  /** How many voicemails wait for who has a SIP phone, as the contract writes it; empty: not known. */
  messagesWaiting(username: string): Promise<string>;
  /** Takes a report; it is acknowledged once the promise resolves, and comes again (each second) while it rejects. */
  record(report: EngineReport): Promise<void>;
  /** A browser's WebSocket closed; told once, and not at all while no server was connected. */
  socketClosed(closed: SocketClosed): void;
  /** After each connection. `epoch` differs from the last one when Kamailio was started anew: send every granted end again. */
  connected(epoch: string): void;
};

/** The server's line to one Kamailio. It reconnects by itself, for ever, until closed. */
export type EngineLink = {
  isConnected(): boolean;
  /** Sets the end of a running call, by the engine's clock; its cut falls within a second of it. */
  extendCall(dialog: DialogName, end: Date): Promise<OrderOutcome>;
  /** Ends a running call with BYE to both sides. */
  endCall(dialog: DialogName): Promise<OrderOutcome>;
  /** Ends a call that has not been answered: the trunk gets CANCEL, the caller 487. */
  cancelCall(call: string): Promise<OrderOutcome>;
  /** Declines a call that came in and waits for pages, for everybody whom it rings. */
  declineCall(call: string): Promise<OrderOutcome>;
  /** Closes TCP connections, by Kamailio's own numbers of them; one that is gone is passed over. */
  closeConnections(ids: readonly number[]): Promise<OrderOutcome>;
  /** Tells a SIP phone how many voicemails wait now, wherever it is registered; one that is not hears it when it registers. */
  tellWaiting(phone: string, waiting: string): Promise<OrderOutcome>;
  /** Tells how a trunk that challenges us is answered; lost where there is no line: tell it again after `connected`. */
  tellLogin(login: Omit<TrunkLogin, 'type'>): void;
  /** Registers with a carrier; null where nothing was heard in ten seconds, or there is no line. */
  registerTrunk(words: RegisterWords): Promise<RegisterOutcome | null>;
  /** Leaves: no ask reaches this server any more. Decisions under way are still sent, within a second. */
  close(): Promise<void>;
};
