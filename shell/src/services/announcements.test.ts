import { expect, test } from '@jest/globals';
import { createAnnouncements } from './announcements.ts';

test('the same message is announced each time', () => {
  const { state, announce } = createAnnouncements();
  const said = [1, 2, 3].map(() => {
    announce('Saved');
    return state.getState().message;
  });
  expect(said.map((message) => message.trim())).toEqual(['Saved', 'Saved', 'Saved']);
  expect(said[1]).not.toBe(said[0]);
  expect(said[2]).not.toBe(said[1]);
});
