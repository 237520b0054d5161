const KEY = 'farline.checked-number';

/** Notes the number that a visitor asked the price of: once they are signed in, it waits in the phone. In this tab alone. */
export function noteCheckedNumber(number: string): void {
  sessionStorage.setItem(KEY, number);
}

/** Gives the noted number once; null when there is none. */
export function takeCheckedNumber(): string | null {
  const number = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return number;
}
