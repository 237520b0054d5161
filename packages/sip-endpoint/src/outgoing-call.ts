import { type Inviter, SessionState } from 'sip.js';
import { Call } from './call.ts';
import type { CallMedia } from './call-media.ts';

/** What became of a call that we placed. */
export type Answer = { answered: true } | { answered: false; status: number; reason: string };

/** A call that we placed. */
export class OutgoingCall extends Call {
  readonly callId: string;
  /** Settles when the far side answers, refuses, or the call is given up (487). */
  readonly answered: Promise<Answer>;
  readonly #inviter: Inviter;
  readonly #cancelLimitMs: number;
  readonly #progressListeners = new Set<(status: number) => void>();

  constructor(parts: { inviter: Inviter; media: CallMedia; now: () => Date; cancelLimitMs: number }) {
    super({ session: parts.inviter, media: parts.media, now: parts.now });
    this.#inviter = parts.inviter;
    this.#cancelLimitMs = parts.cancelLimitMs;
    this.callId = parts.inviter.request.callId;
    parts.inviter.delegate = {
      onBye: (bye) => {
        this.endBecause({ by: 'far', how: 'hung-up', status: null });
        void bye.accept();
      },
      onInfo: (info) => this.takeInfo(info),
      // Without this SIP.js calls whomever the far side names.
      onRefer: (referral) => void referral.reject(),
    };
    this.answered = this.#invite();
  }

  #invite(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#inviter.stateChange.addListener((state) => {
        if (state === SessionState.Established) resolve({ answered: true });
      });
      void this.ended.then(() => resolve({ answered: false, status: 487, reason: 'Request Terminated' }));
      const sent = this.#inviter.invite({
        requestDelegate: {
          onProgress: ({ message }) => {
            if (message.body && message.statusCode === 183) this.media.hearEarly(message.body);
            for (const listener of this.#progressListeners) listener(message.statusCode ?? 0);
          },
          onReject: ({ message }) => {
            const status = message.statusCode ?? 0;
            this.endBecause({ by: 'far', how: 'rejected', status });
            resolve({ answered: false, status, reason: message.reasonPhrase ?? '' });
          },
        },
      });
      sent.catch(reject);
    });
  }

  /** Tells each provisional status above 100. Returns what ends the telling. */
  onProgress(listener: (status: number) => void): () => void {
    this.#progressListeners.add(listener);
    return () => this.#progressListeners.delete(listener);
  }

  async hangUp(): Promise<void> {
    switch (this.#inviter.state) {
      case SessionState.Established:
        return this.sendBye();
      case SessionState.Initial:
      case SessionState.Establishing:
        this.endBecause({ by: 'near', how: 'cancelled', status: 487 });
        await this.#inviter.cancel();
        this.#forgetUnlessEnded();
        return;
      case SessionState.Terminating:
      case SessionState.Terminated:
    }
  }

  /** A far side that rang may be gone: without a final answer for 64·T1 the call is over (RFC 3261 §9.1). SIP.js waits for ever. */
  #forgetUnlessEnded(): void {
    const limit = setTimeout(() => this.#forget(), this.#cancelLimitMs).unref();
    void this.ended.then(() => clearTimeout(limit));
  }

  #forget(): void {
    const { userAgentClients } = this.#inviter.userAgent.userAgentCore;
    for (const [id, client] of userAgentClients) {
      if (client.message !== this.#inviter.request) continue;
      userAgentClients.delete(id);
      client.dispose();
    }
    void this.#inviter.dispose();
    this.finish();
  }
}
