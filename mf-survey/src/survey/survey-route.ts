/**
 * A screen of the survey; `index` counts the questions from 0. It is in the URL (`?page=3`), so that the browser's Back
 * and a reload work. The two screens after a life event are in the history entry's state, so that the URL does not
 * contain an answer.
 */
export type SurveyRoute =
  | { at: 'welcome' }
  | { at: 'next-steps' }
  | { at: 'question'; index: number; editing?: boolean; missing?: boolean }
  | { at: 'life-event'; editing?: boolean }
  | { at: 'come-back-later' }
  | { at: 'result' };

interface Target {
  to: { search: string };
  state: { screen: 'life-event' | 'come-back-later' | 'missing' } | null;
}

/** Questions start at page 2, as the specification counts them. */
const FIRST_QUESTION_PAGE = 2;

const questionSearch = (index: number, editing: boolean | undefined): string =>
  `?page=${index + FIRST_QUESTION_PAGE}${editing ? '&edit=yes' : ''}`;

/** The address and history state of a route, for a link or for navigating. */
export function targetOf(route: SurveyRoute): Target {
  switch (route.at) {
    case 'welcome':
      return { to: { search: '' }, state: null };
    case 'next-steps':
      return { to: { search: '?page=1' }, state: null };
    case 'question': {
      const state = route.missing ? { screen: 'missing' as const } : null;
      return { to: { search: questionSearch(route.index, route.editing) }, state };
    }
    case 'life-event':
    case 'come-back-later': {
      const editing = route.at === 'life-event' && route.editing;
      return { to: { search: questionSearch(0, editing) }, state: { screen: route.at } };
    }
    case 'result':
      return { to: { search: '?page=result' }, state: null };
  }
}

/** The route an address and history state stand for; the welcome page for anything unknown. */
export function readRoute(search: string, state: unknown, questionCount: number): SurveyRoute {
  const params = new URLSearchParams(search);
  const page = params.get('page') ?? '0';
  if (page === 'result') return { at: 'result' };
  if (!/^\d{1,3}$/.test(page)) return { at: 'welcome' };
  if (page === '1') return { at: 'next-steps' };
  const index = Number(page) - FIRST_QUESTION_PAGE;
  if (index < 0 || index >= Math.max(questionCount, 1)) return { at: 'welcome' };

  const screen = (state as Target['state'])?.screen;
  const editing = params.get('edit') === 'yes';
  if (index === 0 && screen === 'life-event') return { at: 'life-event', editing };
  if (index === 0 && screen === 'come-back-later') return { at: 'come-back-later' };
  return { at: 'question', index, editing, missing: screen === 'missing' };
}

/** The route itself, or the first unanswered question when the route lies beyond it. */
export function reachable(route: SurveyRoute, answers: readonly (number | null)[]): SurveyRoute {
  const firstUnanswered = answers.indexOf(null);
  if (firstUnanswered === -1) return route;
  const isBeyond =
    (route.at === 'question' && route.index > firstUnanswered) ||
    (route.at === 'life-event' && firstUnanswered === 0);
  return isBeyond ? { at: 'question', index: firstUnanswered } : route;
}

/** The route after a question. A life event is the first question's second option (specification, section 3). */
export function routeAfter(
  { index, editing }: { index: number; editing?: boolean },
  { questionCount, isLifeEvent }: { questionCount: number; isLifeEvent: boolean },
): SurveyRoute {
  if (index === 0 && isLifeEvent) return { at: 'life-event', ...(editing && { editing }) };
  if (editing || index + 1 === questionCount) return { at: 'result' };
  return { at: 'question', index: index + 1 };
}
