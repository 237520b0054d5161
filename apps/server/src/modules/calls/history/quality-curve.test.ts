import type { QualitySample } from '@farline/contracts';
import { expect, test } from 'vitest';
import { opinionScore, qualityCurve } from './quality-curve.ts';

const sample = (second: number, over: Partial<QualitySample> = {}): QualitySample => ({
  second,
  lossPercent: 0,
  jitterMs: 2,
  roundTripMs: 40,
  ...over,
});

test.each([
  ['a perfect line', { lossPercent: 0, jitterMs: 0, roundTripMs: 0 }, 4.38],
  ['a good line', { lossPercent: 0.5, jitterMs: 5, roundTripMs: 80 }, 4.31],
  ['five in a hundred lost', { lossPercent: 5, jitterMs: 5, roundTripMs: 80 }, 3.87],
  ['a satellite', { lossPercent: 0, jitterMs: 10, roundTripMs: 600 }, 3.33],
  ['nothing arrives', { lossPercent: 100, jitterMs: 0, roundTripMs: null }, 1.16],
])('%s scores as the E-model says', (_, measured, score) => {
  expect(opinionScore(measured)).toBeCloseTo(score, 1);
});

test('a call without samples has no curve', () => {
  expect(qualityCurve([])).toBeNull();
});

test('a short call has a point for each second; an unknown round trip counts for nothing', () => {
  const curve = qualityCurve([sample(0), sample(1, { roundTripMs: null }), sample(4, { lossPercent: 30 })]);

  expect(curve?.points.map((point) => point.second)).toEqual([0, 1, 4]);
  expect(curve?.points[1]?.roundTripMs).toBeNull();
  expect(curve?.average).toMatchObject({ lossPercent: 10, jitterMs: 2, roundTripMs: 40 });
  expect(curve?.worstScore).toBe(curve?.points[2]?.score);
  expect(curve?.verdict).toBe('fair');
});

test('four hours of samples become at most 300 points of equal length', () => {
  const curve = qualityCurve(Array.from({ length: 4 * 3600 }, (_, second) => sample(second)));

  expect(curve?.points).toHaveLength(300);
  expect(curve?.points.at(-1)?.second).toBe(299 * 48);
  expect(curve?.verdict).toBe('good');
});
