/** What one trunk said to a call: its final SIP status, or `timeout` when it gave no sign in time. */
export type Attempt = { trunk: string; status: number | 'timeout' };

const ATTEMPT = /^([A-Za-z0-9-]{1,32})=(timeout|[1-6]\d\d)$/;
const MOST_ATTEMPTS = 10;

/** Reads the engine's list `sandbox-a=503,sandbox-b=486`, in order; what is not understood is left out. */
export function parseAttempts(text: string): Attempt[] {
  return text
    .split(',', MOST_ATTEMPTS)
    .map((item) => ATTEMPT.exec(item.trim()))
    .filter((match) => match !== null)
    .map(([, trunk = '', status = '']) => ({ trunk, status: status === 'timeout' ? 'timeout' : Number(status) }));
}
