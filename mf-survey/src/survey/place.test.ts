import { expect, test } from '@jest/globals';
import { type Place, placeAfter, reachable, readPlace, targetOf } from './place.ts';

const QUESTIONS = 14;

test.each<Place>([
  { at: 'welcome' },
  { at: 'next-steps' },
  { at: 'question', index: 0, editing: false, missing: false },
  { at: 'question', index: 13, editing: true, missing: false },
  { at: 'question', index: 4, editing: false, missing: true },
  { at: 'life-event', editing: true },
  { at: 'come-back-later' },
  { at: 'result' },
])('the URL and history state of %j are read back as the same place', (place) => {
  const { to, state } = targetOf(place);
  expect(readPlace(to.search, state, QUESTIONS)).toEqual(place);
});

test('the URL does not contain the answer', () => {
  expect(targetOf({ at: 'life-event' }).to.search).toBe(targetOf({ at: 'question', index: 0 }).to.search);
});

test.each(['?page=-1', '?page=16', '?page=x', '?page=', '?page=3.5', '?other=1', '?page=99999999999'])(
  'an unknown page (%s) is read as the welcome page',
  (search) => {
    expect(readPlace(search, null, QUESTIONS)).toEqual({ at: 'welcome' });
  },
);

test('a question beyond the first unanswered one is not reachable', () => {
  const answers = [101, null, null];
  expect(reachable({ at: 'question', index: 2 }, answers)).toEqual({ at: 'question', index: 1 });
  const first: Place = { at: 'question', index: 1 };
  expect(reachable(first, answers)).toBe(first);
});

test('the life-event warning is not reachable without that answer', () => {
  expect(reachable({ at: 'life-event' }, [null, null])).toEqual({ at: 'question', index: 0 });
});

test('Next opens the next question, the result after the last, and the summary when editing', () => {
  const survey = { questionCount: 3, isLifeEvent: false };
  expect(placeAfter({ index: 0 }, survey)).toEqual({ at: 'question', index: 1 });
  expect(placeAfter({ index: 2 }, survey)).toEqual({ at: 'result' });
  expect(placeAfter({ index: 1, editing: true }, survey)).toEqual({ at: 'result' });
  expect(placeAfter({ index: 0 }, { ...survey, isLifeEvent: true })).toEqual({ at: 'life-event' });
});
