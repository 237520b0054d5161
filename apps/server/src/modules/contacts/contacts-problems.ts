import { CONTACT_LIMITS } from '@farline/contracts';
import { invalidField, notFound, Problem } from '../../platform/problems.ts';

export const contactNotFound = () => notFound('The contact');
export const cursorUnknown = () => invalidField('cursor', 'This isn’t a cursor of a list of contacts');
export const NUMBER_UNREADABLE = 'Enter the whole number, as you’d dial it or with its country code';
export const numberUnreadable = (place: number) => invalidField(`numbers.${place}.number`, NUMBER_UNREADABLE);
export const numberTwice = (place: number) => invalidField(`numbers.${place}.number`, 'This number is here twice');
export const tooManyContacts = () =>
  new Problem('too_many_contacts', 409, `There’s room for ${CONTACT_LIMITS.contacts.toLocaleString('en')} contacts.`);
export const fileNotUnderstood = () =>
  new Problem('file_not_understood', 400, 'This file has no contacts that can be read. Choose a vCard or a CSV file.', {
    errors: { file: 'Choose a vCard or a CSV file with contacts' },
  });
