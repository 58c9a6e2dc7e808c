import { allCalls, type CallName } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { readCsrfToken } from '@stepwise/shared-contracts/client/cookie';
import { teamPages } from '../../staff-site/staff-site.ts';
import type { CookieJar } from '../cookie-jar.ts';
import type { Attack } from './attacker.worker.ts';

/** Who attacks: each has a session of their own, and what they send may end it. */
export interface Attacker {
  cookies: CookieJar;
  /** A participant whom they may ask about. */
  participantId: string;
}

export interface AbuseTarget {
  name: string;
  by: 'visitor' | 'participant' | 'staff';
  attack(attacker: Attacker, bodies: Record<CallName, unknown>): Omit<Attack, 'url'> & { path: string };
}

const PAGES = {
  visitor: [
    '/',
    '/survey',
    '/about?x=1',
    '/account/reset-password',
    '/admin/log-in',
    '/livez',
    '/no-such.js',
  ],
  participant: [
    ...['/', '/plan', '/tracker', '/account/access', '/api/openapi.json'],
    ...['/documents/consent-form.pdf', '/documents/my-consent.pdf', '/documents/my-course.pdf'],
    ...['/documents/my-information.pdf', '/documents/my-records.csv', '/documents/my-answers.csv'],
  ],
} as const;

const own = ({ cookies }: Attacker, headers: Record<string, string> = {}) => ({
  cookie: cookies.header(),
  ...headers,
});

const page = (by: AbuseTarget['by'], path: string, ofForm?: 'POST'): AbuseTarget => ({
  name: `${ofForm ?? 'GET'} ${path}`,
  by,
  attack(attacker) {
    const filled = path.replace(':id', attacker.participantId).replaceAll(/:\w+/g, '1');
    if (!ofForm) return { path: filled, method: 'GET', headers: own(attacker, { accept: 'text/html' }) };
    const body = String(
      new URLSearchParams({ csrfToken: readCsrfToken(attacker.cookies.header()), ...FORM }),
    );
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return { path: filled, method: 'POST', headers: own(attacker, type), body };
  },
});

/** What some forms of the team ask for; others reject it. */
const FORM = {
  reason: 'To see whether others can still work',
  variant: 'whole',
  newPassword: 'p@55word'.repeat(30),
};

const call = ([name, { path, method }]: [CallName, Call]): AbuseTarget => ({
  name,
  by: 'participant',
  attack(attacker, bodies) {
    const headers = {
      'x-csrftoken': readCsrfToken(attacker.cookies.header()),
      'x-time-zone': 'Australia/Melbourne',
      'content-type': 'application/json',
    };
    const body = JSON.stringify(bodies[name]);
    return { path, method, headers: own(attacker, headers), ...(method === 'POST' && body && { body }) };
  },
});

/** Every call, and every page of participants and of the team. */
export function abuseTargets(): AbuseTarget[] {
  const teams: AbuseTarget[] = [];
  teamPages({
    get: (path) => teams.push(page('staff', path)),
    post: (path) => teams.push(page('staff', path, 'POST')),
  });
  return [
    ...(Object.entries(allCalls) as [CallName, Call][]).map(call),
    ...PAGES.visitor.map((path) => page('visitor', path)),
    ...PAGES.participant.map((path) => page('participant', path)),
    ...teams,
  ];
}
