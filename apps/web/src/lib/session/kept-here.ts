/** What this browser keeps for a user: messages until the server has them, drafts too, that the first steps are put away, and how the calls were last shown. */
const PARTS = ['outbox', 'drafts', 'steps', 'calls-view'] as const;

/** Where a part of it lies in local storage. */
export const keptKey = (part: (typeof PARTS)[number], userId: string): string => `farline.${part}.${userId}`;

/** Forgets all of it: whoever sits here next is somebody else, perhaps. */
export function forgetKept(userId: string): void {
  for (const part of PARTS) localStorage.removeItem(keptKey(part, userId));
}
