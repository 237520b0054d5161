const TRIAL = 'trial:';

/** The unit of the trial credit of an account with this currency: what is in it can be moved into no wallet of money. */
export function trialUnit(currency: string): string {
  return `${TRIAL}${currency}`;
}

/** The currency of the account whose trial credit is counted in this unit; null for another unit. */
export function trialCurrency(unit: string): string | null {
  return unit.startsWith(TRIAL) ? unit.slice(TRIAL.length) : null;
}
