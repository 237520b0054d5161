import { createSocket, type Socket } from 'node:dgram';
import type { Page } from 'playwright-core';

/** A UDP relay on the way of the sound. */
export interface LossyLine {
  /** Of every hundred RTP packets, in both directions, this many are lost; STUN and DTLS always pass. */
  losePercent(percent: number): void;
  /** Breaks the line off for good; what is negotiated afterwards gets another. */
  close(): void;
}

/** Puts a relay between the page's sound and the engine: call it before the page places its call. */
export async function putLossyLine(page: Page): Promise<LossyLine> {
  const sockets: Socket[] = [];
  let percent = 0;
  let counter = 0;
  const isLost = (packet: Buffer): boolean => {
    const first = packet[0] ?? 0;
    const isRtp = first >= 128 && first <= 191; // RFC 7983 §7
    if (!isRtp) return false;
    counter = (counter + 37) % 100; // 37 and 100 share no factor: losses are spread, and exact.
    return counter < percent;
  };

  await page.exposeFunction('farlineRelay', async (host: string, port: number) => {
    const near = createSocket('udp4');
    const far = createSocket('udp4');
    sockets.push(near, far);
    let browser: { address: string; port: number } | null = null;
    near.on('message', (packet, from) => {
      browser = from;
      if (!isLost(packet)) far.send(packet, port, host);
    });
    far.on('message', (packet) => {
      if (browser !== null && !isLost(packet)) near.send(packet, browser.port, browser.address);
    });
    await new Promise<void>((bound) => near.bind(0, '127.0.0.1', bound));
    return near.address().port;
  });
  await page.addInitScript(() => {
    type Relay = (host: string, port: number) => Promise<number>;
    const relay = (globalThis as unknown as { farlineRelay: Relay }).farlineRelay;
    const { prototype } = RTCPeerConnection;
    const original: (description: RTCSessionDescriptionInit) => Promise<void> = prototype.setRemoteDescription;
    prototype.setRemoteDescription = async function (this: RTCPeerConnection, description: RTCSessionDescriptionInit) {
      let sdp = description.sdp ?? '';
      for (const [line, host, port] of sdp.matchAll(/a=candidate:\S+ \d UDP \d+ (\S+) (\d+) typ host/gi)) {
        if (host === undefined || port === undefined) continue;
        sdp = sdp.replace(line, line.replace(` ${port} typ`, ` ${await relay(host, Number(port))} typ`));
      }
      await original.call(this, { type: description.type, sdp });
    };
    // The engine must not learn of any other way to the page.
    const local = Object.getOwnPropertyDescriptor(prototype, 'localDescription')?.get;
    Object.defineProperty(prototype, 'localDescription', {
      get(this: RTCPeerConnection) {
        const described = local?.call(this) as RTCSessionDescription | null | undefined;
        if (described === null || described === undefined) return described;
        const sdp = described.sdp.replace(/a=candidate:.*\r\n/g, '').replace(/c=IN IP4 .*/g, 'c=IN IP4 127.0.0.1');
        return new RTCSessionDescription({ type: described.type, sdp });
      },
    });
  });
  return {
    losePercent(wanted) {
      percent = wanted;
    },
    close() {
      for (const socket of sockets.splice(0)) socket.close();
    },
  };
}
