export { numbersNamed } from './contacts-store.ts';
export { everyContactOf } from './every-contact.ts';
export { namesOfNumbers } from './names-of-numbers.ts';
export { numberReader } from './read-number.ts';
export { addContactRoutes, type ContactRouteDeps } from './routes.ts';
