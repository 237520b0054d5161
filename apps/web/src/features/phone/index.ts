export { answerOnceItRings } from './answer-control.ts';
export { PhoneButton, PhoneInTopBar } from './views/open-phone.tsx';
export { PhoneDock } from './views/phone-dock.tsx';
export { openPhone } from './phone-store.ts';
export { callAtOnce } from './call-at-once.ts';
export { isPhoneElsewhere } from './phone-lock.ts';
