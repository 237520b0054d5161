import type { Line } from '../line.ts';

/** Keys that a caller presses: at most so many, an end by one of `endKeys`, and so long to wait for the first and each next one. */
export interface Gathering {
  most: number;
  endKeys: string;
  withinMs: number;
}

export const EVERY_KEY = '0123456789*#ABCD';

/** What was pressed, without the end key; what came until then where nobody presses on, or the call is over. */
export function gatherDigits(
  call: Pick<Line, 'onDigit' | 'signal'>,
  { most, endKeys, withinMs }: Gathering,
): Promise<string> {
  return new Promise((resolve) => {
    let digits = '';
    let timer: NodeJS.Timeout | undefined;
    const done = () => {
      clearTimeout(timer);
      stopListening();
      call.signal.removeEventListener('abort', done);
      resolve(digits);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(done, withinMs);
    };
    const stopListening = call.onDigit((digit) => {
      if (endKeys.includes(digit)) return done();
      digits += digit;
      if (digits.length >= most) done();
      else wait();
    });
    call.signal.addEventListener('abort', done);
    if (call.signal.aborted) done();
    else wait();
  });
}
