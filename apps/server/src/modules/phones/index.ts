export { everySipPhoneOf } from './export-sip-phones.ts';
export { phoneSecret } from './phone-secret.ts';
export { ringingPhones } from './ringing-phones.ts';
export { addSipPhoneRoutes, type PhonesDeps } from './sip-phone-routes.ts';
export { countSipPhones, findSipPhone } from './sip-phones-store.ts';
