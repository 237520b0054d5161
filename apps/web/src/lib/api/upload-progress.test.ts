import { expect, test } from 'vitest';
import { UploadProgress } from './upload-progress.ts';

test('progress is told in whole percents, each once, and never falls', () => {
  const told: number[] = [];
  const progress = new UploadProgress((percent) => told.push(percent));
  for (const sent of [0, 1, 4, 5, 99, 98, 999, 1000]) progress.moved(sent, 1000);
  expect(told).toEqual([0, 9, 99, 100]);
});

test('an upload of unknown or no size stands at nothing until it is done', () => {
  const told: number[] = [];
  const progress = new UploadProgress((percent) => told.push(percent));
  progress.moved(0, 0);
  progress.moved(1, 1);
  expect(told).toEqual([0, 100]);
});
