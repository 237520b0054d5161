const LOCK = 'farline.phone';

const users = new Set<object>();
let taken: Promise<(() => void) | null> | null = null;

/** Takes the phone for one of this tab's calls, which share it; false when another tab has it. */
export async function takePhoneFor(user: object): Promise<boolean> {
  users.add(user);
  taken ??= takePhone();
  if ((await taken) !== null) return true;
  users.delete(user);
  taken = null;
  return false;
}

/** One of this tab's calls is over: with the last of them the phone is free. */
export function letPhoneGo(user: object): void {
  if (!users.delete(user) || users.size > 0) return;
  const holding = taken;
  taken = null;
  void holding?.then((letGo) => letGo?.());
}

/**
 * Takes the phone for this tab, so that one tab of this browser speaks at a time. Gives the function that lets it go, or
 * null when another tab has it. Without Web Locks (insecure origins, where no call is possible) it is always given.
 */
export async function takePhone(): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return () => undefined;
  return new Promise((taken, failed) => {
    const hold = async (lock: Lock | null): Promise<void> => {
      if (lock === null) return taken(null);
      await new Promise<void>((letGo) => taken(letGo));
    };
    navigator.locks.request(LOCK, { ifAvailable: true }, hold).catch(failed);
  });
}

/** Whether any tab of this browser has the phone. */
export async function isPhoneTaken(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held } = await navigator.locks.query();
  return held?.some((lock) => lock.name === LOCK) ?? false;
}

/** Whether another tab of this browser has the phone: nobody can be talked with in this one meanwhile. */
export async function isPhoneElsewhere(): Promise<boolean> {
  return taken === null && (await isPhoneTaken());
}
