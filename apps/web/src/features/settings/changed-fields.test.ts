import { createFormControl } from 'react-hook-form';
import { beforeEach, expect, test } from 'vitest';
import { changedOf, showChanged, showSaved } from './changed-fields.ts';

const SAVED = { name: 'Ada', phone: '', mail: { calls: false, plan: true } };
type Fields = typeof SAVED;

/** A form as it stands in a page, with each of its fields. */
function formOf(values: Fields) {
  const { formControl: form, control } = createFormControl({ defaultValues: structuredClone(values) });
  for (const name of ['name', 'phone', 'mail.calls', 'mail.plan'] as const) form.register(name);
  const changed = () => changedOf(form.getValues(), control._formState.dirtyFields);
  // What is dirty is kept for whoever looks at it.
  form.subscribe({ formState: { dirtyFields: true, isDirty: true }, callback: () => undefined });
  return {
    form,
    changed,
    type: (name: 'name' | 'phone', text: string) => form.setValue(name, text, { shouldDirty: true }),
    tick: (isOn: boolean) => form.setValue('mail.calls', isOn, { shouldDirty: true }),
    values: () => structuredClone(form.getValues()),
  };
}

let page = formOf(SAVED);
beforeEach(() => {
  page = formOf(SAVED);
});

test('what was changed is sent, and nothing else', () => {
  expect(page.changed()).toEqual({});
  page.tick(true);
  page.type('name', 'Augusta');
  expect(page.changed()).toEqual({ name: 'Augusta', mail: { calls: true } });
  page.tick(false);
  page.type('name', 'Ada');
  expect(page.changed()).toEqual({});
});

test('what the server made of it stands in the form, also what another device has saved, and is no change', () => {
  page.type('phone', '07700 900 456');
  const sent = page.values();
  showSaved(page.form, { ...SAVED, phone: '+447700900456', mail: { calls: false, plan: false } }, sent);
  expect(page.values()).toEqual({ name: 'Ada', phone: '+447700900456', mail: { calls: false, plan: false } });
  expect(page.changed()).toEqual({});
});

test('what is typed while it is saved stays, and is what the next save sends', () => {
  page.type('name', 'Augusta');
  const sent = page.values();
  page.type('name', 'Augusta Ada');
  page.tick(true);
  showSaved(page.form, { ...SAVED, name: 'Augusta' }, sent);
  expect(page.values()).toEqual({ ...SAVED, name: 'Augusta Ada', mail: { calls: true, plan: true } });
  expect(page.changed()).toEqual({ name: 'Augusta Ada', mail: { calls: true } });
});

test('a name that is typed back while another is saved is a change', () => {
  page.type('name', 'Augusta');
  const sent = page.values();
  page.type('name', 'Ada');
  showSaved(page.form, { ...SAVED, name: 'Augusta' }, sent);
  expect(page.changed()).toEqual({ name: 'Ada' });
});

test('what changes elsewhere takes the place of what nobody touched here', () => {
  page.type('name', 'Augusta');
  showChanged(page.form, { ...SAVED, name: 'Grace', phone: '+447700900456' });
  expect(page.values()).toEqual({ ...SAVED, name: 'Augusta', phone: '+447700900456' });
  expect(page.changed()).toEqual({ name: 'Augusta' });
});
