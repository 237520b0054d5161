import { type Invitation, SessionState } from 'sip.js';
import { Call } from './call.ts';
import type { CallMedia } from './call-media.ts';
import { NoRtpPortFree } from './rtp-ports.ts';
import { readSdp } from './sdp.ts';
import { type Address, bodyOf, headersOf, headerUser, requestUser } from './sip-text.ts';

/** A call that came in. Nothing is said to the caller but 100 until one of its verbs is used. */
export class IncomingCall extends Call {
  readonly callId: string;
  /** The user that was asked for: the number dialled. */
  readonly dialled: string;
  /** The user of the From header, as the caller claims it. */
  readonly from: string;
  /** The INVITE as it came, where from, and the description in it. */
  readonly invite: { text: string; source: Address; sdp: string | null };
  readonly #invitation: Invitation;
  readonly #acknowledged: Promise<void>;

  constructor(parts: {
    invitation: Invitation;
    invite: { text: string; source: Address };
    media: CallMedia;
    now: () => Date;
  }) {
    super({ session: parts.invitation, media: parts.media, now: parts.now });
    const { invitation, invite } = parts;
    this.#invitation = invitation;
    this.callId = invitation.request.callId;
    this.dialled = requestUser(invite.text) ?? '';
    this.from = headerUser(headersOf(invite.text, 'From')[0] ?? '') ?? '';
    this.invite = { ...invite, sdp: bodyOf(invite.text) };
    invitation.stateChange.addListener((state) => {
      const { dialog } = invitation;
      // SIP.js would end the call once more, and throw, when the ACK of a call that is over has not come after 32 s.
      if (state === SessionState.Terminated && dialog)
        dialog.delegate = { ...dialog.delegate, onAckTimeout: () => undefined };
    });
    this.#acknowledged = new Promise((resolve) => {
      void this.ended.then(() => resolve());
      invitation.delegate = {
        onAck: () => resolve(),
        onCancel: () => this.endBecause({ by: 'far', how: 'cancelled', status: 487 }),
        onBye: (bye) => {
          this.endBecause({ by: 'far', how: 'hung-up', status: null });
          void bye.accept();
        },
        onInfo: (info) => this.takeInfo(info),
        // Without this SIP.js calls whomever the far side names.
        onRefer: (referral) => void referral.reject(),
      };
    });
  }

  /** Says that it rings (180). */
  async ring(): Promise<void> {
    if (this.#isUnanswered()) await this.#invitation.progress({ statusCode: 180 });
  }

  /** Opens the sound before the call is answered (183). `false`: the call ended first, or could not be carried. */
  async early(): Promise<boolean> {
    if (!(await this.#openMedia())) return false;
    await this.#invitation.progress({ statusCode: 183 });
    return this.#isUnanswered();
  }

  /** Answers (200), which is repeated until the ACK. `false`: the call ended first, or could not be carried. */
  async answer(): Promise<boolean> {
    if (!(await this.#openMedia())) return false;
    await this.#invitation.accept();
    return !this.signal.aborted;
  }

  /** Refuses with a status from 300 to 699. Does nothing to a call that is answered or over. */
  async reject(status: number, reason?: string): Promise<void> {
    if (!this.#isUnanswered()) return;
    this.endBecause({ by: 'near', how: 'rejected', status });
    await this.#invitation.reject({ statusCode: status, ...(reason === undefined ? {} : { reasonPhrase: reason }) });
  }

  async hangUp(): Promise<void> {
    if (this.#isUnanswered()) return this.reject(480);
    // Our side must not send BYE before the ACK (RFC 3261 §15); without one, SIP.js ends the call after 32 s.
    await this.#acknowledged;
    if (this.#invitation.state === SessionState.Established) await this.sendBye();
  }

  /** Ports for the sound; a call that we cannot carry is refused here: 488 for its description, 503 for want of ports. */
  async #openMedia(): Promise<boolean> {
    if (!this.#isUnanswered()) return false;
    if (this.invite.sdp !== null && !readSdp(this.invite.sdp).audio) {
      await this.reject(488);
      return false;
    }
    try {
      await this.media.leg.open();
    } catch (error) {
      if (!(error instanceof NoRtpPortFree)) throw error;
      await this.reject(503);
    }
    return this.#isUnanswered();
  }

  #isUnanswered(): boolean {
    return this.#invitation.state === SessionState.Initial;
  }
}
