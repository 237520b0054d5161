import type { Socket } from 'node:net';
import {
  type BindRequest,
  createLink,
  plainResponse,
  type ShortMessage,
  type SmppLink,
  type SmppRequest,
  STATUS,
  type Timing,
  TLV,
} from '@farline/smpp';
import type { Deliveries } from './deliveries.ts';

const BIND_WITHIN_MS = 30_000;
const RESPONSE_MS = 30_000;
const ENQUIRE_EVERY_MS = 60_000;
const OUR_VERSION = 0x50;
const FIRST_VERSION_WITH_PARAMETERS = 0x34;

/** Whoever binds, and the password that lets them. */
export type CentreLogin = { systemId: string; password: string };

/** What was submitted, and what it is answered with. */
export type SubmittedMessage = {
  systemId: string;
  message: ShortMessage;
  accept(messageId: string): void;
  refuse(status: number): void;
  /** Ends the connection at once, without an answer. */
  dropLink(): void;
};

export type SessionOptions = {
  socket: Socket;
  login: CentreLogin;
  timing: Timing;
  deliveries: Deliveries;
  submitted(submitted: SubmittedMessage): void;
};

/** One connection of somebody who wants to bind, served until it ends. */
export class CentreSession {
  readonly link: SmppLink;
  readonly #options: SessionOptions;
  readonly #cancelBinding: () => void;
  #boundAs: BindRequest['command'] | null = null;

  constructor(options: SessionOptions) {
    const { socket, timing, deliveries } = options;
    this.#options = options;
    this.#cancelBinding = timing.after(BIND_WITHIN_MS, () => this.link.destroy('nobody bound'));
    this.link = createLink({
      socket,
      timing,
      responseMs: RESPONSE_MS,
      enquireEveryMs: ENQUIRE_EVERY_MS,
      onRequest: (sequence, request) => this.#take(sequence, request),
      onUnreadable: ({ sequence, command, status }) => this.link.respond(sequence, plainResponse(command, status)),
      onClosed: () => {
        this.#cancelBinding();
        deliveries.unbound(this.link);
      },
    });
  }

  #take(sequence: number, request: SmppRequest): void {
    switch (request.command) {
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        return this.#bind(sequence, request);
      case 'submit_sm':
        return this.#submit(sequence, request.message);
      case 'unbind':
        this.link.respond(sequence, plainResponse('unbind', STATUS.ESME_ROK));
        return this.link.close('unbound');
      case 'deliver_sm':
      case 'data_sm':
      case 'enquire_link':
        this.link.respond(sequence, plainResponse(request.command, STATUS.ESME_RINVCMDID));
    }
  }

  #bind(sequence: number, request: BindRequest): void {
    const { command, interfaceVersion } = request;
    const status = this.#bindStatus(request);
    if (status !== STATUS.ESME_ROK) return this.link.respond(sequence, plainResponse(command, status));
    this.#boundAs = command;
    this.#cancelBinding();
    const tlvs = versionFor(interfaceVersion);
    this.link.respond(sequence, { command: `${command}_resp`, status, systemId: 'farline-sandbox', tlvs });
    if (command !== 'bind_transmitter') this.#options.deliveries.bound(this.link);
  }

  #bindStatus({ systemId, password }: BindRequest): number {
    const { login } = this.#options;
    if (this.#boundAs !== null) return STATUS.ESME_RALYBND;
    if (systemId !== login.systemId) return STATUS.ESME_RINVSYSID;
    return password === login.password ? STATUS.ESME_ROK : STATUS.ESME_RINVPASWD;
  }

  #submit(sequence: number, message: ShortMessage): void {
    const refuse = (status: number) => this.link.respond(sequence, plainResponse('submit_sm', status));
    if (this.#boundAs === null || this.#boundAs === 'bind_receiver') return refuse(STATUS.ESME_RINVBNDSTS);
    this.#options.submitted({
      systemId: this.#options.login.systemId,
      message,
      refuse,
      accept: (messageId) =>
        this.link.respond(sequence, { command: 'submit_sm_resp', status: STATUS.ESME_ROK, messageId }),
      dropLink: () => this.link.destroy('dropped, as the number wants it'),
    });
  }
}

/** SMPP 3.4 §4.1.2: who speaks an older version is sent no parameters. */
function versionFor(theirs: number): Map<number, Uint8Array> {
  if (theirs < FIRST_VERSION_WITH_PARAMETERS) return new Map();
  return new Map([[TLV.interfaceVersion, Uint8Array.of(Math.min(theirs, OUR_VERSION))]]);
}
