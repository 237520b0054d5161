import type { Call } from '@farline/contracts/calls';
import { api } from '../../lib/api/api-client.ts';
import { RequestError, unansweredSentence } from '../../lib/api/http.ts';
import { onLiveEvent, onLiveGap } from '../../lib/live/live-events.ts';
import { onOverview } from '../../lib/session/overview.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import type { Session } from '../../lib/session/session-state.ts';
import { isTestCall } from '../../lib/calls/test-calls.ts';
import { endedByServer, hangUp } from './call-control.ts';
import { endParked, lineBeside, lineInUse, tellParked } from './call-line.ts';
import { endAsPageGoes, endOnServer } from './end-on-server.ts';
import { forgetCall, notedCall } from './page-note.ts';
import { isPhoneTaken } from './phone-lock.ts';
import { isBusy } from './phone-state.ts';
import { resetPhone, showElsewhere, tellPhone, usePhone } from './phone-store.ts';
import { hearTransfer } from './hear-transfer.ts';
import { isGivenAway, isShownElsewhere, NO_TRANSFER } from './transfer-state.ts';

const ASK_AFTER_MS = [400, 800, 1_500, 3_000, 5_000, 10_000];
/** After this many unanswered looks the server is asked to end the call: our BYE did not arrive. */
const LOOKS_BEFORE_ENDING = 2;
/** Where no answer comes the server is asked at this look's pace until one does. */
const LOOK_OFFLINE = 4;
/** Calls that are over in this tab, with the newest word on each, until the server says that they have ended. */
const over = new Map<string, Call>();

// What runs elsewhere is known from the first answer on; what changes later is pushed.
onOverview(({ activeCall }) => {
  if (activeCall !== undefined) takeActive(activeCall.call);
});

/** Keeps the phone true to the server: records by live push, the end's reason and price, calls of other tabs. */
export function watchRecords(): () => void {
  const stopEvents = onLiveEvent('call.changed', ({ call }) => {
    tellPhone({ type: 'record', call });
    tellParked({ type: 'record', call });
    hearOver(call);
    const { phone, parked } = usePhone.getState();
    if (parked?.phone.call.id === call.id) return;
    const isOurs = isShown(call.id);
    if (isOurs || call.endedAt !== null) forgetElsewhere(call.id);
    if (isOurs && (call.endedAt !== null || isGivenAway(call))) endedByServer(call.id);
    if (hearTransfer(call)) return;
    if (isOurs || phone.state === 'starting' || isTestCall(call.id)) return;
    if (isShownElsewhere(call)) showElsewhere(call);
    else forgetElsewhere(call.id);
  });
  const stopGaps = onLiveGap(() => {
    lookAgain()
      .then(findCallOfLastPage)
      .catch((error: unknown) => console.warn('Calls cannot be asked for', error));
  });
  const stopState = usePhone.subscribe((now, before) => {
    if (now.parked === null && before.parked !== null) void awaitEnd(before.parked.phone.call);
    if (now.phone.state !== 'ended' || before.phone.state === 'ended') return;
    forgetCall(now.phone.call.id);
    usePhone.setState({ transfer: NO_TRANSFER });
    void awaitEnd(now.phone.call);
  });
  const stopSession = emptyForAnother();
  return () => {
    stopSession();
    stopEvents();
    stopGaps();
    stopState();
    over.clear();
  };
}

let isLooking = false;

/** After a reload in mid-call: the call is ended for good, and the phone tells how it ended. Its note is kept until it can be asked for. */
export async function findCallOfLastPage(): Promise<void> {
  const id = notedCall();
  const { phone, parked } = usePhone.getState();
  if (id === null || isLooking || phone.state !== 'idle' || parked !== null) return;
  isLooking = true;
  try {
    await endCallOfLastPage(id);
  } finally {
    isLooking = false;
  }
}

async function endCallOfLastPage(id: string): Promise<void> {
  if (await isPhoneTaken()) return forgetCall(id); // A duplicated tab inherits the note, not the call.
  let { call } = await api('GET /calls/{id}', { id }).catch((error: unknown) => {
    if (error instanceof RequestError && error.status === 404) forgetCall(id); // Somebody else's.
    throw error;
  });
  forgetCall(id);
  if (isGivenAway(call)) return; // The others talk on.
  if (call.endedAt === null) {
    await endOnServer(id);
    ({ call } = await api('GET /calls/{id}', { id }));
  }
  if (!tellPhone({ type: 'found-after-reload', call })) return;
  usePhone.setState({ isOpen: true });
  forgetElsewhere(id);
}

/** A call outlives its session: whoever signs in then, unless it is the same person, finds nothing of it. */
function emptyForAnother(): () => void {
  let last: string | null = null;
  const see = (session: Session): void => {
    if (session.status !== 'signed-in') return;
    const { id } = session.user;
    if (last !== null && last !== id) dropCalls();
    last = id;
  };
  see(useSession.getState());
  return useSession.subscribe(see);
}

/** The server is asked nothing: it would take that for a request of the person who has come. */
function dropCalls(): void {
  const event = { type: 'signalling', signalling: 'connected' } as const;
  tellParked(event);
  tellPhone(event);
  for (const line of [lineInUse(), lineBeside()]) line?.stopQuality('dropped');
  endParked();
  hangUp();
  resetPhone();
  over.clear();
}

/** Ends this tab's calls as the page goes. */
export function endWithPage(): void {
  const { phone, parked } = usePhone.getState();
  if (phone.state === 'calling' || phone.state === 'talking') endAsPageGoes(phone.call.id);
  if (parked !== null) endAsPageGoes(parked.phone.call.id);
}

/** Asks for what was missed: our own call, and one that may run elsewhere. */
async function lookAgain(): Promise<void> {
  const { phone } = usePhone.getState();
  if (phone.state === 'ended' && phone.call.endedAt === null) void awaitEnd(phone.call);
  const { call } = await api('GET /calls/active');
  if (call !== null) tellPhone({ type: 'record', call });
  if (phone.state === 'calling' || phone.state === 'talking') {
    if (call?.id === phone.call.id) return;
    const { call: own } = await api('GET /calls/{id}', { id: phone.call.id });
    tellPhone({ type: 'record', call: own });
    if (own.endedAt !== null || isGivenAway(own)) return endedByServer(own.id);
    const { transfer } = usePhone.getState();
    if (transfer.is === 'ringing') hearTransfer((await api('GET /calls/{id}', { id: transfer.placed.id })).call);
    return;
  }
  takeActive(call);
}

/** Shows the call that runs elsewhere, if there is one; one of this tab is none. */
function takeActive(call: Call | null): void {
  const { phone } = usePhone.getState();
  if (phone.state === 'calling' || phone.state === 'talking') return;
  const isElsewhere = call !== null && !isShown(call.id) && isShownElsewhere(call) && !isTestCall(call.id);
  if (isElsewhere && phone.state !== 'starting') showElsewhere(call);
  else usePhone.setState({ elsewhere: null });
}

function forgetElsewhere(id: string): void {
  if (usePhone.getState().elsewhere?.id === id) usePhone.setState({ elsewhere: null });
}

/**
 * Waits for the record's reason and price, which live push usually brings first, and sees to it that the call ends on the server too: also
 * where the phone shows another one by then.
 */
async function awaitEnd(call: Call): Promise<void> {
  const { id } = call;
  if (isGivenAway(call) || over.has(id)) return;
  over.set(id, call);
  for (let look = 0; look < ASK_AFTER_MS.length; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AFTER_MS[look]));
    const known = over.get(id);
    if (known === undefined) return; // Nobody is told any more.
    if (isCarried(id)) break; // Whoever waited is talked with again.
    // What was given away goes on without this tab, which may have heard from the engine first that it is out.
    if (known.endedAt !== null || isGivenAway(known)) break;
    const isInbound = known.direction === 'inbound';
    // A call that came in and goes on without us was answered on another device at the same instant.
    if (look >= LOOKS_BEFORE_ENDING && !isInbound) await endOnServer(id, 'once');
    const reply = await api('GET /calls/{id}', { id }).catch((error: unknown) => {
      if (unansweredSentence(error) !== null) look = Math.max(look, LOOK_OFFLINE) - 1;
    });
    if (!reply) continue;
    hearOver(reply.call);
    tellPhone({ type: 'record', call: reply.call });
    if (look < LOOKS_BEFORE_ENDING || !isInbound || reply.call.endedAt !== null) continue;
    if (isShown(id)) tellPhone({ type: 'cleared' });
    break;
  }
  over.delete(id);
  await queryClient.invalidateQueries({ queryKey: ['calls'] });
}

/** The newest word on a call that is over in this tab; one that has ended stays so. */
function hearOver(call: Call): void {
  if (over.get(call.id)?.endedAt === null) over.set(call.id, call);
}

/** Whether this tab talks in the call, or lets it wait. */
function isCarried(id: string): boolean {
  const { phone, parked } = usePhone.getState();
  return parked?.phone.call.id === id || (isBusy(phone) && isShown(id));
}

function isShown(id: string): boolean {
  const { phone } = usePhone.getState();
  return 'call' in phone && phone.call.id === id;
}
