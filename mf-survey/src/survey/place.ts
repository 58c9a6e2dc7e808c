/**
 * Where in the survey a person is; `index` counts the questions from 0. It lives in the address (`?page=3`), so that
 * the browser's Back and a reload work. What an answer leads to stays out of the address: the two screens after a life
 * event are told by the history entry's state.
 */
export type Place =
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

/** The address and history state of a place, for a link or for navigating. */
export function targetOf(place: Place): Target {
  switch (place.at) {
    case 'welcome':
      return { to: { search: '' }, state: null };
    case 'next-steps':
      return { to: { search: '?page=1' }, state: null };
    case 'question': {
      const state = place.missing ? { screen: 'missing' as const } : null;
      return { to: { search: questionSearch(place.index, place.editing) }, state };
    }
    case 'life-event':
    case 'come-back-later': {
      const editing = place.at === 'life-event' && place.editing;
      return { to: { search: questionSearch(0, editing) }, state: { screen: place.at } };
    }
    case 'result':
      return { to: { search: '?page=result' }, state: null };
  }
}

/** The place an address and history state stand for; the welcome page for anything unknown. */
export function readPlace(search: string, state: unknown, questionCount: number): Place {
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

/** The place itself, or the first unanswered question when the place lies beyond it. */
export function reachable(place: Place, answers: readonly (number | null)[]): Place {
  const firstUnanswered = answers.indexOf(null);
  if (firstUnanswered === -1) return place;
  const isBeyond =
    (place.at === 'question' && place.index > firstUnanswered) ||
    (place.at === 'life-event' && firstUnanswered === 0);
  return isBeyond ? { at: 'question', index: firstUnanswered } : place;
}

/** Where Next leads from a question. A life event is the first question's second option (specification, section 3). */
export function placeAfter(
  { index, editing }: { index: number; editing?: boolean },
  { questionCount, isLifeEvent }: { questionCount: number; isLifeEvent: boolean },
): Place {
  if (index === 0 && isLifeEvent) return { at: 'life-event', ...(editing && { editing }) };
  if (editing || index + 1 === questionCount) return { at: 'result' };
  return { at: 'question', index: index + 1 };
}
