import { expect, test } from '@jest/globals';
import { lineChart } from './chart.ts';

const pointsOf = (values: number[], top?: number) =>
  /points="([^"]*)"/.exec(
    lineChart({
      ...{ id: 'chart', label: 'Records.', summary: 'Three.', from: 'Week 1', to: 'Week 3' },
      ...(top && { top }),
      series: [{ label: 'Recorded', values }],
    }).markup,
  )?.[1];

test('a line goes from the left edge to the right one, and its highest value to the upper edge', () => {
  expect(pointsOf([0, 5, 10])).toBe('0.0,160.0 300.0,80.0 600.0,0.0');
  expect(pointsOf([4, 8])).toBe('0.0,80.0 600.0,0.0');
});

test('a chart of parts of a hundred has a hundred at its upper edge', () => {
  expect(pointsOf([25, 50], 100)).toBe('0.0,120.0 600.0,80.0');
});

test('one value stands at the left edge, and none of zero divides by it', () => {
  expect(pointsOf([0])).toBe('0.0,160.0');
});
