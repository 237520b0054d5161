/** What the sandbox carrier remembers of a call: only what these tests look at. */
interface CarrierCall {
  dialled: string;
  digits: string;
  endedAt: string | null;
  invitedAt: string;
  packets: { received: number };
  /** What it heard, by its loudest frequency. */
  tones: { frequencyHz: number }[];
}

/** The far side's own record of the latest call to a number; null when none arrived. */
export async function carrierRecordOf(recordUrl: string, dialled: string): Promise<CarrierCall | null> {
  const url = new URL('/calls', recordUrl);
  url.searchParams.set('dialled', dialled.replace('+', '')); // Trunks are dialled without the plus.
  const { calls } = (await (await fetch(url)).json()) as { calls: CarrierCall[] };
  return calls.at(-1) ?? null;
}

/** Whoever was called at a number hangs up. */
export async function farSideHangsUp(recordUrl: string, dialled: string): Promise<void> {
  const url = new URL('/calls', recordUrl);
  url.searchParams.set('dialled', dialled.replace('+', ''));
  const reply = await fetch(url, { method: 'DELETE' });
  if (!reply.ok) throw new Error(`There is no call to ${dialled}.`);
}
