import { create } from 'zustand';

const KEY = 'farline.withhold-number';

/** Whether who is called from this browser shall not see the number: kept in local storage, for every call. */
export const useWithheldNumber = create<{ isWithheld: boolean }>(() => ({
  isWithheld: localStorage.getItem(KEY) === 'yes',
}));

/** Changes the choice, here and for later. */
export function withholdNumber(isWithheld: boolean): void {
  useWithheldNumber.setState({ isWithheld });
  localStorage.setItem(KEY, isWithheld ? 'yes' : 'no');
}
