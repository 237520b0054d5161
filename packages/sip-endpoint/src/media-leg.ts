import { keySlots, startsPress, type TelephoneEvent, writeTelephoneEvent } from './dtmf.ts';
import { FarSideKeys } from './far-side-keys.ts';
import { decode, type Encoding, encode } from './g711.ts';
import { type HeardAudio, heardAudio } from './heard-audio.ts';
import { closeSockets, isSame, type MediaAddress, sendDatagram } from './media-sockets.ts';
import { OutgoingStream } from './outgoing-stream.ts';
import type { Pacer } from './pacer.ts';
import { type MediaCounts, RtcpReporter } from './rtcp-reporter.ts';
import { type RtpPacket, readRtp, writeRtp } from './rtp-packet.ts';
import type { RtpPorts, RtpSockets } from './rtp-ports.ts';
import { ReceptionCounter } from './rtp-reception.ts';
import { type AudioDescription, ENCODING_OF, listens, PAYLOAD_TYPE } from './sdp.ts';

/** How a sound that was played ended: to its end, or because something else took its place or the call was over. */
export type PlayEnd = 'finished' | 'stopped';

type Output =
  | { kind: 'nothing' | 'silence' | 'echo' }
  | { kind: 'relay'; heard: MediaLeg; lastSlot: number }
  | { kind: 'playing'; samples: Int16Array; position: number; end: (how: PlayEnd) => void };

type FarSide = { address: string; port: number; rtcpPort: number };

const SAMPLES_A_SLOT = 160;
const RTCP_INTERVAL_MS = 5000;
/** Keys that wait to be pressed: whoever says more by INFO than a person presses is not sent on. */
const WAITING_KEYS_MOST = 20;
/** Where the other side of a relay says nothing for so long, silence takes its place. */
const RELAY_PATIENCE_SLOTS = 10;

/**
 * The sound of one leg: a pair of UDP sockets, what goes out in each slot of 20 ms, and what comes in. It sends to the
 * address that was described until the first packet arrives, from then on to where that came from (RFC 4961).
 */
export class MediaLeg {
  readonly #place: { host: string; ports: RtpPorts };
  readonly #pacer: Pacer;
  readonly #stream = new OutgoingStream();
  readonly #reception = new ReceptionCounter();
  readonly #reporter = new RtcpReporter({ reception: this.#reception, stream: this.#stream });
  readonly #farSideKeys = new FarSideKeys();
  readonly #audioListeners = new Set<(audio: HeardAudio) => void>();
  #far: (FarSide & { encoding: Encoding; eventPayloadType: number | null; isListening: boolean }) | null = null;
  #isLatched = false;
  #described: MediaAddress | null = null;
  /** Where the far side spoke from before it moved: what is still on its way from there says nothing of where it is now. */
  #left: MediaAddress | null = null;
  #output: Output = { kind: 'nothing' };
  #relayTo: MediaLeg | null = null;
  #keys: { slots: TelephoneEvent[][]; done: () => void }[] = [];
  #opening: Promise<RtpSockets> | null = null;
  #sockets: RtpSockets | null = null;
  #reportTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: { host: string; ports: RtpPorts; pacer: Pacer }) {
    this.#place = parts;
    this.#pacer = parts.pacer;
  }

  /** Takes a pair of ports, once, and says the lower. Throws `NoRtpPortFree` where there is none. */
  async open(): Promise<number> {
    this.#opening ??= this.#place.ports.open(this.#place.host);
    const sockets = await this.#opening;
    if (!this.#sockets) this.#listen(sockets);
    return sockets.port;
  }

  /** The port it listens on; null before `open`. */
  get port(): number | null {
    return this.#sockets?.port ?? null;
  }

  #listen(sockets: RtpSockets): void {
    this.#sockets = sockets;
    if (this.#isClosed) return closeSockets(sockets);
    sockets.rtp.on('message', (datagram, source) => this.#receive(datagram, source));
    sockets.rtcp.on('message', (datagram) => this.#reporter.read(datagram));
    // A far side whose port is shut may come back as an error of the socket: its silence is told by the counts.
    for (const socket of [sockets.rtp, sockets.rtcp]) socket.on('error', () => {});
    this.#reportTimer = setInterval(() => this.#report(), RTCP_INTERVAL_MS).unref();
  }

  /** Where the far side listens and what it takes. Each new description may move it: the next packet latches again. */
  negotiate(far: AudioDescription): void {
    const encoding = far.encodings[0];
    if (!encoding) throw new Error('A description without encoding cannot be negotiated.');
    const { address, port, rtcpPort, eventPayloadType } = far;
    const hasMoved = this.#described !== null && !isSame(this.#described, { address, port });
    if (hasMoved && this.#far !== null) this.#left = { address: this.#far.address, port: this.#far.port };
    this.#described = { address, port };
    this.#isLatched = false;
    this.#far = { address, port, rtcpPort, encoding, eventPayloadType, isListening: listens(far.direction) };
  }

  /** Plays 8 kHz samples in the next slots in which the far side listens, in place of what went out before; after them nothing goes out. */
  play(samples: Int16Array, options: { signal?: AbortSignal } = {}): Promise<PlayEnd> {
    return new Promise((resolve) => {
      if (this.#isClosed || options.signal?.aborted) return resolve('stopped');
      const stop = () => this.#put({ kind: 'nothing' });
      const end = (how: PlayEnd) => {
        options.signal?.removeEventListener('abort', stop);
        resolve(how);
      };
      options.signal?.addEventListener('abort', stop);
      this.#put({ kind: 'playing', samples, position: 0, end });
    });
  }

  /** Sends back every packet of sound that comes in. */
  echo(): void {
    this.#put({ kind: 'echo' });
  }

  /** Sends silence. */
  silence(): void {
    this.#put({ kind: 'silence' });
  }

  /** Sends on what another leg hears, keys too; and silence while it hears nothing, so that only a leg that is gone says nothing. */
  relay(heard: MediaLeg): void {
    this.#put({ kind: 'relay', heard, lastSlot: this.#pacer.slot });
    if (!this.#isClosed) heard.#relayTo = this;
  }

  /** Sends nothing more. */
  stop(): void {
    this.#put({ kind: 'nothing' });
  }

  /** Presses keys, over whatever else goes out; settles when the last was let go or the leg was closed. */
  sendDigits(digits: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed || digits === '') return resolve();
      this.#keys.push({ slots: keySlots(digits), done: resolve });
      this.#pacer.add(this.#fillSlot);
    });
  }

  /** Tells each key that the far side presses, once. Returns what ends the telling. */
  onDigit(listener: (digit: string) => void): () => void {
    return this.#farSideKeys.listen(listener);
  }

  /** Takes a key that the far side says by INFO; whoever is joined has it in the sound. */
  takeKeyByInfo(digit: string): void {
    if (!this.#farSideKeys.take('info', digit)) return;
    const to = this.#relayTo;
    if (to !== null && to.#keys.length < WAITING_KEYS_MOST) void to.sendDigits(digit);
  }

  /** Tells each packet of sound that comes in. Returns what ends the telling. */
  onAudio(listener: (audio: HeardAudio) => void): () => void {
    this.#audioListeners.add(listener);
    return () => this.#audioListeners.delete(listener);
  }

  /** Packets sent and heard so far. */
  get counts(): MediaCounts {
    return { sent: this.#stream.packets, ...this.#reception.reception, ...this.#reporter.reported };
  }

  /** Ends everything and gives the ports back. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#reportTimer);
    this.#put({ kind: 'nothing' });
    this.#pacer.remove(this.#fillSlot);
    for (const { done } of this.#keys.splice(0)) done();
    if (this.#sockets) closeSockets(this.#sockets);
  }

  #put(output: Output): void {
    const before = this.#output;
    this.#output = this.#isClosed ? { kind: 'nothing' } : output;
    if (before.kind === 'playing') before.end('stopped');
    if (before.kind === 'relay' && before.heard.#relayTo === this) before.heard.#relayTo = null;
    if (this.#isPaced()) this.#pacer.add(this.#fillSlot);
    else this.#pacer.remove(this.#fillSlot);
  }

  #isPaced(): boolean {
    return this.#keys.length > 0 || ['playing', 'silence', 'relay'].includes(this.#output.kind);
  }

  readonly #fillSlot = (slot: number): void => {
    const keys = this.#keys[0];
    const events = keys?.slots.shift();
    if (keys && events) this.#sendEvents(slot, events);
    else this.#sendSound(slot);
    if (keys?.slots.length === 0) {
      this.#keys.shift();
      keys.done();
    }
    if (!this.#isPaced()) this.#pacer.remove(this.#fillSlot);
  };

  #sendEvents(slot: number, events: TelephoneEvent[]): void {
    const far = this.#far;
    if (!far?.isListening || far.eventPayloadType === null) return;
    const payloadType = far.eventPayloadType;
    for (const event of events) {
      const content = { payloadType, payload: writeTelephoneEvent(event) };
      this.#send(this.#stream.press(slot, content, startsPress(event) ? 'first' : 'later'));
    }
  }

  #sendSound(slot: number): void {
    const output = this.#output;
    if (output.kind === 'silence') return this.#sendSamples(slot, new Int16Array(SAMPLES_A_SLOT));
    if (output.kind === 'relay' && slot - output.lastSlot > RELAY_PATIENCE_SLOTS) {
      return this.#sendSamples(slot, new Int16Array(SAMPLES_A_SLOT));
    }
    if (output.kind !== 'playing' || !this.#far?.isListening) return;
    const frame = new Int16Array(SAMPLES_A_SLOT);
    frame.set(output.samples.subarray(output.position, output.position + SAMPLES_A_SLOT));
    output.position += SAMPLES_A_SLOT;
    this.#sendSamples(slot, frame);
    if (output.position < output.samples.length) return;
    this.#output = { kind: 'nothing' };
    output.end('finished');
  }

  #sendSamples(slot: number, samples: Int16Array): void {
    const far = this.#far;
    if (!far?.isListening) return;
    const content = { payloadType: PAYLOAD_TYPE[far.encoding], payload: encode(far.encoding, samples) };
    this.#send(this.#stream.sound(slot, content));
  }

  #send(packet: RtpPacket): void {
    if (this.#far && this.#sockets && !this.#isClosed) sendDatagram(this.#sockets.rtp, writeRtp(packet), this.#far);
  }

  #receive(datagram: Buffer, source: { address: string; port: number }): void {
    const packet = readRtp(datagram);
    const far = this.#far;
    if (!packet || !far || !this.#isFromFarSide(far, source)) return;

    const encoding = ENCODING_OF[packet.payloadType];
    this.#reception.count(packet, { arrivedMs: performance.now(), isAudio: encoding !== undefined });
    if (packet.payloadType === far.eventPayloadType && this.#farSideKeys.takeEvent(packet)) {
      if (this.#relayTo !== null) this.#relayTo.#pass(packet, null);
    }
    if (encoding) this.#receiveSound(packet, encoding);
  }

  /** After the first packet only its source is listened to: nobody else can speak into the call. */
  #isFromFarSide(far: FarSide, source: { address: string; port: number }): boolean {
    if (this.#isLatched) return isSame(far, source);
    if (this.#left !== null && isSame(this.#left, source) && !isSame(far, source)) return false;
    this.#isLatched = true;
    if (!isSame(far, source)) far.rtcpPort = source.port + 1;
    far.address = source.address;
    far.port = source.port;
    return true;
  }

  #receiveSound(packet: RtpPacket, encoding: Encoding): void {
    const audio = heardAudio(packet, encoding);
    for (const listener of this.#audioListeners) listener(audio);
    const far = this.#far;
    if (this.#relayTo !== null) this.#relayTo.#pass(packet, encoding);
    if (this.#output.kind !== 'echo' || this.#keys.length > 0 || !far?.isListening) return;
    this.#sendOn(packet, { payloadType: PAYLOAD_TYPE[far.encoding], encoding, far });
  }

  /** Sends on a packet that another leg has heard; `encoding` null: of a key. */
  #pass(packet: RtpPacket, encoding: Encoding | null): void {
    const [output, far] = [this.#output, this.#far];
    if (output.kind !== 'relay' || this.#keys.length > 0 || !far?.isListening) return;
    const payloadType = encoding === null ? far.eventPayloadType : PAYLOAD_TYPE[far.encoding];
    if (payloadType === null) return;
    output.lastSlot = this.#pacer.slot;
    this.#sendOn(packet, { payloadType, encoding, far });
  }

  #sendOn(
    packet: RtpPacket,
    to: { payloadType: number; encoding: Encoding | null; far: { encoding: Encoding } },
  ): void {
    const { payloadType, encoding, far } = to;
    const isSameCode = encoding === null || encoding === far.encoding;
    const payload = isSameCode ? packet.payload : encode(far.encoding, decode(encoding, packet.payload));
    this.#send(this.#stream.echoed(this.#pacer.slot, packet, { payloadType, payload }));
  }

  #report(): void {
    const far = this.#far;
    if (far && this.#sockets && !this.#isClosed) {
      sendDatagram(this.#sockets.rtcp, this.#reporter.write(this.#pacer.slot), { ...far, port: far.rtcpPort });
    }
  }
}
