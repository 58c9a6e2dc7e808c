import { expect, test } from '@jest/globals';
import { firstOf } from './today-item.ts';

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
