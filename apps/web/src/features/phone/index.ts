export { PhoneDock } from './phone-dock.tsx';
export { openPhone } from './phone-store.ts';
