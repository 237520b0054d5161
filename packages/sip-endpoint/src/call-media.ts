import type { BodyAndContentType, SessionDescriptionHandler } from 'sip.js';
import type { MediaLeg } from './media-leg.ts';
import { type AudioDescription, readSdp, type SessionDescription, writeAnswer, writeOffer } from './sdp.ts';

const SDP = 'application/sdp';

/** The offer and answer of one call, as SIP.js asks for them (RFC 3264); the sound itself is the leg's. */
export class CallMedia implements SessionDescriptionHandler {
  readonly leg: MediaLeg;
  readonly #host: string;
  readonly #sessionId = Math.floor(Math.random() * 2 ** 31);
  #version = 0;
  #offerToAnswer: SessionDescription | null = null;
  #isOurOfferOpen = false;
  #isOnHold = false;

  constructor(parts: { host: string; leg: MediaLeg }) {
    this.#host = parts.host;
    this.leg = parts.leg;
  }

  /** Our answer where an offer waits for one, else our offer. */
  async getDescription(): Promise<BodyAndContentType> {
    const port = await this.leg.open();
    const offer = this.#offerToAnswer;
    this.#offerToAnswer = null;
    if (offer) return { contentType: SDP, body: this.#answerTo(offer, port) };
    this.#isOurOfferOpen = true;
    return { contentType: SDP, body: writeOffer(this.#ownSide(port)) };
  }

  /** Takes the far side's answer where ours is the offer, else its offer. Refuses what has no sound that we can carry. */
  async setDescription(sdp: string): Promise<void> {
    const description = readSdp(sdp);
    if (!description.audio) throw new Error('The description has no audio in G.711 over plain RTP.');
    if (!this.#isOurOfferOpen) {
      this.#offerToAnswer = description;
      return;
    }
    this.#isOurOfferOpen = false;
    this.#negotiate(description.audio);
  }

  /** Takes an answer that came before the call was answered, so that early sound is heard; the final one may differ. */
  hearEarly(sdp: string): void {
    const { audio } = readSdp(sdp);
    if (audio && this.#isOurOfferOpen) this.#negotiate(audio);
  }

  /** The answer to an offer in mid-call; null where it has no sound that we can carry. */
  answerAtOnce(sdp: string): string | null {
    const offer = readSdp(sdp);
    const { port } = this.leg;
    return offer.audio && port !== null ? this.#answerTo(offer, port) : null;
  }

  #answerTo(offer: SessionDescription, port: number): string {
    if (!offer.audio) throw new Error('An offer without audio cannot be answered.');
    this.#negotiate(offer.audio);
    return writeAnswer(offer, offer.audio, this.#ownSide(port));
  }

  /** Whether sound goes one way only, or none: then it is no sign of anything when nothing comes. */
  get isOnHold(): boolean {
    return this.#isOnHold;
  }

  #negotiate(audio: AudioDescription): void {
    this.#isOnHold = audio.direction !== 'sendrecv';
    this.leg.negotiate(audio);
  }

  #ownSide(port: number) {
    this.#version += 1;
    return { address: this.#host, port, sessionId: this.#sessionId, version: this.#version };
  }

  /** Whether SIP.js may hand a body of this kind to us. */
  hasDescription(contentType: string): boolean {
    return contentType.toLowerCase().startsWith(SDP);
  }

  /** Never: key presses go through the leg. */
  sendDtmf(): boolean {
    return false;
  }

  /** Ends the sound. SIP.js calls it when the call is over. */
  close(): void {
    this.leg.close();
  }
}
