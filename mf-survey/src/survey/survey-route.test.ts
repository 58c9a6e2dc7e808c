import { expect, test } from '@jest/globals';
import { reachable, readRoute, routeAfter, type SurveyRoute, targetOf } from './survey-route.ts';

const QUESTIONS = 14;

test.each<SurveyRoute>([
  { at: 'welcome' },
  { at: 'next-steps' },
  { at: 'question', index: 0, editing: false, missing: false },
  { at: 'question', index: 13, editing: true, missing: false },
  { at: 'question', index: 4, editing: false, missing: true },
  { at: 'life-event', editing: true },
  { at: 'come-back-later' },
  { at: 'result' },
])('the URL and history state of %j are read back as the same route', (route) => {
  const { to, state } = targetOf(route);
  expect(readRoute(to.search, state, QUESTIONS)).toEqual(route);
});

test('the URL does not contain the answer', () => {
  expect(targetOf({ at: 'life-event' }).to.search).toBe(targetOf({ at: 'question', index: 0 }).to.search);
});

test.each(['?page=-1', '?page=16', '?page=x', '?page=', '?page=3.5', '?other=1', '?page=99999999999'])(
  'an unknown page (%s) is read as the welcome page',
  (search) => {
    expect(readRoute(search, null, QUESTIONS)).toEqual({ at: 'welcome' });
  },
);

test('a question beyond the first unanswered one is not reachable', () => {
  const answers = [101, null, null];
  expect(reachable({ at: 'question', index: 2 }, answers)).toEqual({ at: 'question', index: 1 });
  const first: SurveyRoute = { at: 'question', index: 1 };
  expect(reachable(first, answers)).toBe(first);
});

test('the life-event warning is not reachable without that answer', () => {
  expect(reachable({ at: 'life-event' }, [null, null])).toEqual({ at: 'question', index: 0 });
});

test('Next opens the next question, the result after the last, and the summary when editing', () => {
  const survey = { questionCount: 3, isLifeEvent: false };
  expect(routeAfter({ index: 0 }, survey)).toEqual({ at: 'question', index: 1 });
  expect(routeAfter({ index: 2 }, survey)).toEqual({ at: 'result' });
  expect(routeAfter({ index: 1, editing: true }, survey)).toEqual({ at: 'result' });
  expect(routeAfter({ index: 0 }, { ...survey, isLifeEvent: true })).toEqual({ at: 'life-event' });
});
