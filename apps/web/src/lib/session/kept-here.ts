/** What this browser keeps of a user's messages until the server has them: the outbox, and drafts. */
const PARTS = ['outbox', 'drafts'] as const;

/** Where a part of it lies in local storage. */
export const keptKey = (part: (typeof PARTS)[number], userId: string): string => `farline.${part}.${userId}`;

/** Forgets all of it: whoever sits here next is somebody else, perhaps. */
export function forgetKept(userId: string): void {
  for (const part of PARTS) localStorage.removeItem(keptKey(part, userId));
}
