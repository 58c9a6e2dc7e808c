import { firstUnansweredPage, type Setup } from './setup/setup-answers.ts';

/** A page of the wizard (0 to 11), the final summary, or the page to take to the doctor. */
export type WizardRoute = number | 'summary' | 'doctor';

export const SCHEDULE_PAGE = 6;
const LAST_QUESTION_PAGE = 5;
const LAST_PAGE = 11;

/** The route an address asks for, or null when it asks for none there is. */
export function readRoute(search: URLSearchParams): WizardRoute | null {
  const page = search.get('page') ?? '';
  if (page === 'summary' || page === 'doctor') return page;
  return /^\d{1,2}$/.test(page) && Number(page) <= LAST_PAGE ? Number(page) : null;
}

/** Relative to the plan's own path. */
export const hrefOf = (route: WizardRoute): string => `?page=${route}`;

interface PlanSoFar {
  schedule: number | null;
  setup: Setup;
  /** An answer was changed since the schedule was worked out: the plan it shows would be an old one. */
  answersChanged: boolean;
  /** Where the plan may not be changed, no answer stands in the way. */
  mayChange: boolean;
}

/**
 * Where to go for what an address asks for: the route itself, or the first one before it that still misses something.
 * Without a route: page 0 while there is no schedule, else the summary (specification, section 2).
 */
export function openRoute(requested: WizardRoute | null, plan: PlanSoFar): WizardRoute {
  const { schedule, setup, answersChanged, mayChange } = plan;
  if (requested === null) return schedule === null ? 0 : 'summary';
  if (schedule !== null && (typeof requested === 'string' || !mayChange)) return requested;
  const page = typeof requested === 'number' ? requested : LAST_PAGE;
  const isScheduleCurrent = schedule !== null && !answersChanged;
  if (page > SCHEDULE_PAGE && isScheduleCurrent) return page;
  const unanswered = firstUnansweredPage(setup) ?? Number.POSITIVE_INFINITY;
  const furthest = Math.min(unanswered, isScheduleCurrent ? LAST_PAGE : LAST_QUESTION_PAGE);
  return Math.min(page, furthest);
}
