/** Understands a number in any usual notation as E.164; null when it cannot be one that somebody is called by. */
export type ReadNumber = (typed: string, defaultCountry?: string) => string | null;

/** Country code 999 is nobody's: the numbers of the sandbox lie there, and no book of numbers knows them. */
const SANDBOX = /^\+999\d{9}$/;

/** Reads a number as `readDialled` does, and those of the sandbox too. */
export function numberReader(
  readDialled: (typed: string, defaultCountry?: string) => { kind: string; number?: string },
): ReadNumber {
  return (typed, defaultCountry) => {
    const bare = typed.replace(/[\s().-]/g, '');
    if (SANDBOX.test(bare)) return bare;
    const read = readDialled(typed, defaultCountry);
    return read.kind === 'e164' ? (read.number ?? null) : null;
  };
}
