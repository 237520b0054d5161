import { placeCall } from './call-control.ts';
import { isBusy } from './phone-state.ts';
import { openPhone, putInField, tellPhone, usePhone } from './phone-store.ts';

/** What a button does that says Call: the number stands in the phone, and is called. A call under way is not disturbed. */
export function callAtOnce(number: string): void {
  const { phone, elsewhere } = usePhone.getState();
  if (isBusy(phone) || elsewhere !== null) return openPhone();
  tellPhone({ type: 'cleared' });
  putInField(number);
  void placeCall(number);
}
