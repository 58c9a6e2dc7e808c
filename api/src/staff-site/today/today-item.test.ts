import { expect, test } from '@jest/globals';
import { firstOf } from './today-item.ts';

test('nine are listed, and of ten the first eight with a line for the others', () => {
  const titles = (count: number) =>
    firstOf(
      Array.from({ length: count }, (_, index) => `P${index}`),
      {
        isOverdue: () => false,
        toItem: (id) => ({ title: id, action: 'Open', path: `/${id}` }),
        rest: { title: 'warning signs', path: '/all' },
      },
    ).map(({ title }) => title);
  expect(titles(9)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8']);
  expect(titles(10)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', '2 more: warning signs']);
});

test('the first of many are listed, and a line says how many more there are', () => {
  const found = Array.from({ length: 15 }, (_, index) => `P${index}`);
  const items = firstOf(found, {
    isOverdue: (id) => id === 'P14',
    toItem: (id) => ({ title: id, action: 'Open', path: `/${id}` }),
    rest: { title: 'warning signs', path: '/all' },
    total: 40,
  });
  expect(items).toHaveLength(9);
  expect(items[8]).toEqual({
    ...{ title: '32 more: warning signs', action: 'Open', path: '/all' },
    isOverdue: true,
  });
});
