import type { AttendantTask, TakeMessageTask } from '@farline/contracts/voicemail/attendant';
import type { IncomingCall, OutgoingCall } from '@farline/sip-endpoint';
import { type ConcurrencySlots, slotKeyOf } from './concurrency-slots.ts';
import { keepKeysAhead } from './keys-ahead.ts';
import type { Line, Placed } from './line.ts';
import { playMenu } from './play-menu.ts';
import { playMessages, type PlayMessagesDeps } from './play-messages.ts';
import { sayMessage } from './say-message.ts';
import { leaveMessage, takeMessage, type TakeMessageDeps } from './take-message.ts';

export type PerformDeps = TakeMessageDeps &
  PlayMessagesDeps & {
    mailboxSlots: ConcurrencySlots;
    /** Asks the engine for a call. */
    place: (wanted: { user: string; word: string }) => OutgoingCall;
  };

/** Does what a call's task says, to its end. */
export async function perform(
  deps: PerformDeps,
  call: IncomingCall,
  { callId, task }: { callId: string; task: AttendantTask },
): Promise<void> {
  const line = keepKeysAhead(call);
  switch (task.do) {
    case 'take_message':
      return await takeMessage(deps, line, { callId, task });
    case 'play_messages':
      return await playMessages(deps, line, { callId, task });
    case 'say':
      return await sayMessage(deps, line, { callId, task });
    case 'menu': {
      const place = (wanted: { user: string; word: string }) => joining(call, deps.place(wanted));
      const leave = async (its: Line, asked: Asked) => await leaveIfFree(deps, its, asked);
      return await playMenu({ speak: deps.speak, place, leaveMessage: leave, log: deps.log }, line, { callId, task });
    }
  }
}

type Asked = { callId: string; task: TakeMessageTask };

/** Who is one too many in the mailbox is told that it takes no message. */
async function leaveIfFree(deps: PerformDeps, call: Line, asked: Asked): Promise<void> {
  const { task } = asked;
  const hasSlot = await deps.mailboxSlots.within(slotKeyOf(task), async () => await leaveMessage(deps, call, asked));
  if (!hasSlot) await leaveMessage(deps, call, { ...asked, task: { ...task, mostSeconds: 0 } });
}

function joining(call: IncomingCall, placed: OutgoingCall): Placed {
  const { answered, ended } = placed;
  return {
    answered,
    ended,
    hangUp: async () => await placed.hangUp(),
    farSide: () => placed.farSide(),
    join: () => call.join(placed),
  };
}
