import { describe, expect, test } from 'vitest';
import { spokenLanguage } from '../../platform/languages.ts';
import { sayBox, sayCaption, sayCounts } from './mailbox-words.ts';

test.each([
  ['en', 0, 0, 'You have no messages.'],
  ['en', 1, 0, 'You have one new message.'],
  ['en', 2, 1, 'You have 2 new messages and one saved message.'],
  ['en', 0, 5, 'You have 5 saved messages.'],
  ['es', 1, 3, 'Tiene un mensaje nuevo y 3 mensajes guardados.'],
  ['fr', 2, 0, 'Vous avez 2 nouveaux messages.'],
  ['pt', 1, 1, 'Você tem uma mensagem nova e uma mensagem guardada.'],
  ['ar', 2, 0, 'لديك رسالتان جديدتان.'],
  ['ar', 5, 12, 'لديك 5 رسائل جديدة و12 رسالة محفوظة.'],
  ['zh', 3, 1, '您有3条新留言和1条已保存的留言。'],
] as const)('in %s, %i new and %i saved messages are counted as people say it', (language, fresh, saved, said) => {
  expect(sayCounts(language, { fresh, saved })).toBe(said);
});

test.each([
  ['en', 'For Office, with 2 new messages and one saved message, press 3.'],
  ['es', 'Para Office, con 2 mensajes nuevos y un mensaje guardado, pulse 3.'],
  ['fr', 'Pour Office, avec 2 nouveaux messages et un message conservé, tapez 3.'],
  ['pt', 'Para Office, com 2 mensagens novas e uma mensagem guardada, tecle 3.'],
  ['ar', 'للوصول إلى Office، وفيه رسالتان جديدتان ورسالة محفوظة واحدة، اضغط 3.'],
  ['zh', 'Office有2条新留言和1条已保存的留言，请按3。'],
] as const)('in %s, a number with messages is named with its key', (language, said) => {
  expect(sayBox(language, { name: 'Office', key: '3', fresh: 2, saved: 1 })).toBe(said);
});

test('a number is named as it is, whatever its label is made of', () => {
  expect(sayBox('en', { name: '{key} $& Co', key: '1', fresh: 1, saved: 0 })).toBe(
    'For {key} $& Co, with one new message, press 1.',
  );
});

describe('a message is announced', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const left = { from: '+447700900123', at: new Date('2026-11-23T09:05:00Z'), number: null };
  const say = (over: Partial<Parameters<typeof sayCaption>[1]>, timeZone = 'UTC') =>
    sayCaption('en', { ...left, ...over }, { now, timeZone });

  test('with its caller, digit by digit, and its time', () => {
    expect(say({})).toBe('From 4 4 7, 7 0 0, 9 0 0, 1 2 3, today, 9:05.');
    expect(say({ from: null })).toBe('From an unknown caller, today, 9:05.');
  });

  test('with its number where there are several', () => {
    expect(say({ number: '+14155550100' })).toBe(
      'From 4 4 7, 7 0 0, 9 0 0, 1 2 3, to your number 1 4 1, 5 5 5, 5 0 1, 0 0, today, 9:05.',
    );
  });

  test('with the day of its owner, not of the world', () => {
    const at = new Date('2026-11-22T23:30:00Z');
    expect(say({ from: null, at })).toBe('From an unknown caller, yesterday, 23:30.');
    expect(say({ from: null, at }, 'Europe/Berlin')).toBe('From an unknown caller, today, 0:30.');
    expect(say({ from: null, at: new Date('2026-11-16T09:05:00Z') })).toContain('Monday');
  });

  test.each(['en', 'es', 'fr', 'pt', 'ar', 'zh'] as const)('in %s with nothing left to put in', (language) => {
    const said = sayCaption(language, { ...left, number: '+14155550100' }, { now, timeZone: 'UTC' });
    expect(said).not.toMatch(/[{}#]/);
    expect(said.length).toBeLessThan(400);
  });
});

test.each([
  ['pt-BR', 'pt'],
  ['zh-Hans', 'zh'],
  ['de', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
])('who reads %s hears %s', (tag, language) => {
  expect(spokenLanguage(tag)).toBe(language);
});
