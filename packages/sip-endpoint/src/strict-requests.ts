import { headersOf, methodOf, respondTo } from './sip-text.ts';

/**
 * Refuses what real far sides refuse and SIP.js lets pass. Of an open call it keeps the highest CSeq of the other side, over all
 * methods, and refuses what is not above it.
 */
export class StrictRequests {
  readonly #highest = new Map<string, Map<string, number>>();

  /** A call is open from now on; `invite` is the one that opened it, where it came in. */
  open(callId: string, invite: string | null): void {
    this.#highest.set(callId, new Map(invite === null ? [] : [[fromTagOf(invite), cseqOf(invite)]]));
  }

  /** The call is over. */
  close(callId: string): void {
    this.#highest.delete(callId);
  }

  /**
   * The refusal of a request, or null: 500 for a CSeq that is not above the last (RFC 3261 §12.2.2), 483 when it may go no further
   * (§16.3 step 3, as the border of a carrier says it), 420 for any Require or Proxy-Require (§8.2.2.3, §16.3 step 5). An ACK is never
   * answered, and a CANCEL bears the CSeq of its INVITE and requires nothing (§9.1).
   */
  refusal(request: string): string | null {
    const method = methodOf(request);
    if (method === 'ACK') return null;
    if (Number(headersOf(request, 'Max-Forwards')[0] ?? 70) === 0) {
      return respondTo(request, { status: 483, reason: 'Too Many Hops', headers: [] });
    }
    if (method === 'CANCEL') return null;
    if (!this.#isNext(request)) {
      return respondTo(request, { status: 500, reason: 'CSeq Out Of Order', headers: [] });
    }
    const required = ['Require', 'Proxy-Require'].flatMap((name) => headersOf(request, name)).join(', ');
    if (required === '') return null;
    return respondTo(request, { status: 420, reason: 'Bad Extension', headers: [`Unsupported: ${required}`] });
  }

  #isNext(request: string): boolean {
    const ofCall = this.#highest.get(headersOf(request, 'Call-ID')[0] ?? '');
    const isWithin = (headersOf(request, 'To')[0] ?? '').includes(';tag=');
    if (ofCall === undefined || !isWithin) return true;
    const [tag, cseq] = [fromTagOf(request), cseqOf(request)];
    if (cseq <= (ofCall.get(tag) ?? -1)) return false;
    ofCall.set(tag, cseq);
    return true;
  }
}

const cseqOf = (request: string) => Number.parseInt(headersOf(request, 'CSeq')[0] ?? '', 10);
const fromTagOf = (request: string) => /;tag=([^;>\s]+)/.exec(headersOf(request, 'From')[0] ?? '')?.[1] ?? '';
