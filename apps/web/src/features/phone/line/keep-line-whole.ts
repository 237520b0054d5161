import JsSIP from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';

const LOOK_AGAIN_MS = 250;
/** RFC 3261 §14.1 asks whom a re-offer was refused to wait so long. */
const AFTER_REFUSAL_MS = 3_000;
const MOST_REFUSALS = 3;
/** An offer is answered by now where there is no sound; with sound it may take longer, since it is passed on to the far side. */
const UNANSWERED_MS = 4_000;
const UNANSWERED_WITH_SOUND_MS = 12_000;

/** What is looked at and told of the session and of the connection of its sound. */
export type KeptSession = Pick<
  RTCSession,
  'isEstablished' | 'isEnded' | 'isReadyToReOffer' | 'renegotiate' | 'terminate'
>;
export type KeptConnection = Pick<
  RTCPeerConnection,
  'iceConnectionState' | 'iceGatheringState' | 'signalingState' | 'setLocalDescription' | 'addEventListener'
>;

interface LineKeeperEvents {
  /** The engine has answered over the WebSocket that stands, or refuses for good. */
  mended(): void;
  /** The WebSocket seems to stand, and nothing comes of what is sent: it may be dead without saying so. */
  deaf(): void;
}

export interface LineKeeper {
  /** The WebSocket is gone; the sound may go on. */
  lost(): void;
  /** Another WebSocket stands. `mended` follows when the engine has answered over it, or when it refuses for good. */
  back(): void;
}

/**
 * Offers an established call again when the way to this browser has changed: over a new WebSocket, which its Contact names
 * from then on, and with new ICE candidates where its sound has been lost. A re-offer that is refused, or lost with its
 * WebSocket, leaves the call as it was (RFC 3261 §14.1), where JsSIP would end it.
 */
export function keepLineWhole(session: KeptSession, connection: KeptConnection, tell: LineKeeperEvents): LineKeeper {
  let isUp = true;
  let isDue = false;
  let offering: Offering | null = null;
  let refusals = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = session.terminate.bind(session);
  session.terminate = (options = {}) => {
    const { CONNECTION_ERROR, WEBRTC_ERROR } = JsSIP.C.causes;
    const isLost = options.cause === CONNECTION_ERROR;
    const isRefused = options.cause === WEBRTC_ERROR && offering !== null;
    if (!session.isEstablished() || !(isLost || isRefused)) return end(options);
    offering = over(offering);
    void takeBack(connection);
    if (isLost) isDue = true;
    else refused();
  };
  connection.addEventListener('iceconnectionstatechange', () => {
    if (connection.iceConnectionState === 'disconnected') due();
  });

  return {
    lost: () => void (isUp = false),
    back() {
      isUp = true;
      refusals = 0;
      due();
    },
  };

  function due(): void {
    if (!session.isEstablished()) return;
    isDue = true;
    offer();
  }

  function offer(): void {
    clearTimeout(timer);
    if (!isDue || !isUp || offering !== null || session.isEnded()) return;
    const iceRestart = !isJoined(connection);
    // JsSIP would send what an earlier gathering has found so far, and no candidate of the new one.
    const isGathering = iceRestart && connection.iceGatheringState === 'gathering';
    if (isGathering || !session.isReadyToReOffer()) {
      timer = setTimeout(offer, LOOK_AGAIN_MS);
      return;
    }
    isDue = false;
    offering = watchOffer(session, connection, tell.deaf);
    session.renegotiate({ rtcOfferConstraints: { iceRestart } }, () => {
      offering = over(offering);
      if (isDue) offer();
      else tell.mended();
    });
  }

  function refused(): void {
    refusals += 1;
    if (refusals > MOST_REFUSALS) return tell.mended();
    isDue = true;
    timer = setTimeout(offer, AFTER_REFUSAL_MS);
  }
}

/** An offer that the engine has not answered yet. */
type Offering = ReturnType<typeof setInterval>;

function over(offering: Offering | null): null {
  if (offering !== null) clearInterval(offering);
  return null;
}

function watchOffer(session: KeptSession, connection: KeptConnection, deaf: () => void): Offering {
  let waitedMs = 0;
  const offering = setInterval(() => {
    if (session.isEnded()) return void over(offering);
    waitedMs += UNANSWERED_MS;
    if (!isJoined(connection) || waitedMs >= UNANSWERED_WITH_SOUND_MS) deaf();
  }, UNANSWERED_MS);
  return offering;
}

/** Whether the sound has a way at this moment. */
function isJoined({ iceConnectionState }: KeptConnection): boolean {
  return iceConnectionState === 'connected' || iceConnectionState === 'completed';
}

async function takeBack(connection: KeptConnection): Promise<void> {
  if (connection.signalingState !== 'have-local-offer') return;
  await connection
    .setLocalDescription({ type: 'rollback' })
    .catch((error: unknown) => console.warn('An offer that was not taken stays', error));
}
