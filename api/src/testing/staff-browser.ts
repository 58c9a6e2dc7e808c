import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { Staff, type StaffRole } from '../domain/people/staff/staff.entity.ts';
import { PARTICIPANTS } from '../staff-site/page/navigation.ts';
import { PASSWORD } from './build-participant.ts';
import type { TestApi } from './create-test-api.ts';
import { createVisitor, UNCOMPRESSED } from './create-visitor.ts';

export interface ShownPage {
  status: number;
  /** Where the browser is sent, without its origin; null when it stays. */
  location: string | null;
  text: string;
  headers: Headers;
}

/** A field that is ticked several times has a list. */
type FormFields = Record<string, string | readonly string[]>;

/** What labels and descriptions of a page refer to and it does not have, and the ids that it has twice. */
function findBrokenReferences(page: string): string[] {
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  const referred = page.matchAll(/\s(?:for|form|list|aria-(?:labelledby|describedby|controls))="([^"]*)"/g);
  return [
    ...[...referred].flatMap(([, names = '']) => names.split(' ')).filter((name) => !ids.includes(name)),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} twice`),
  ];
}

let passwordHash: Promise<string> | undefined;

/** What a member of staff is made and logged in with. */
type StaffApi = Pick<TestApi, 'orm' | 'origin'> & { clock: Pick<TestApi['clock'], 'now'> };

export async function buildStaff(api: StaffApi, ...roles: StaffRole[]): Promise<Staff> {
  const em = api.orm.em.fork();
  // As weak as it can be, so that a test's log-in costs little.
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const staff = em.create(Staff, {
    name: 'Robin Reed',
    email: `${randomUUID()}@team.example`,
    roles: roles.length > 0 ? roles : ['researcher'],
    passwordHash: await passwordHash,
    createdAt: api.clock.now(),
  });
  await em.flush();
  return staff;
}

/** A browser on the research team's pages. It follows no redirect by itself, and runs no script. */
export function openStaffBrowser(api: Pick<TestApi, 'origin'>) {
  const visitor = createVisitor(api.origin);
  const { cookies } = visitor;
  let shown = '';

  const ask = async (path: string, init: RequestInit): Promise<ShownPage> => {
    const headers = {
      'accept-encoding': UNCOMPRESSED,
      ...init.headers,
      ...(cookies.header() && { cookie: cookies.header() }),
    };
    const response = await fetch(new URL(path, api.origin), { ...init, redirect: 'manual', headers });
    cookies.keep(response.headers);
    shown = await response.text();
    const broken = findBrokenReferences(shown);
    if (broken.length > 0)
      throw new Error(`The page of ${path} has broken references: ${broken.join(', ')}.`);
    return {
      status: response.status,
      location: response.headers.get('location'),
      text: shown,
      headers: response.headers,
    };
  };
  const open = (path: string) => ask(path, { method: 'GET' });
  /** Sends a form as it is, its token included or not. */
  const post = (path: string, fields: FormFields, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      for (const each of [value].flat()) body.append(name, each);
    return ask(path, { method: 'POST', body, headers });
  };
  /** Sends a form of the page that was opened last. */
  const submit = (path: string, fields: FormFields = {}) =>
    post(path, { csrfToken: /name="csrfToken" value="([^"]+)"/.exec(shown)?.[1] ?? '', ...fields });

  /** Sends a file by a form of the page that was opened last. */
  const upload = (path: string, file: string | Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.append('csrfToken', /name="csrfToken" value="([^"]+)"/.exec(shown)?.[1] ?? '');
    body.append('file', new Blob([file], { type: 'text/csv' }), 'results.csv');
    return ask(path, { method: 'POST', body });
  };

  return Object.assign(visitor, {
    open,
    post,
    submit,
    upload,
    /** Sends a form that asks for a signature, and signs with the password. */
    async sign(path: string, fields: FormFields = {}): Promise<ShownPage> {
      const asked = await submit(path, fields);
      return asked.text.includes('id="signature"')
        ? submit(path, { ...fields, currentPassword: PASSWORD })
        : asked;
    },
    async logIn({ email }: Pick<Staff, 'email'>, password = PASSWORD): Promise<ShownPage> {
      await open('/admin/log-in');
      return submit('/admin/log-in', { email, password });
    },
    async act(participantId: string, reason = 'Asked by phone to change the schedule'): Promise<ShownPage> {
      await open(`${PARTICIPANTS}/${participantId}`);
      return submit(`${PARTICIPANTS}/${participantId}/act`, { reason });
    },
  });
}
export type StaffBrowser = ReturnType<typeof openStaffBrowser>;

/** A member of staff with a browser that is logged in. */
export async function logInStaff(api: StaffApi, ...roles: StaffRole[]) {
  const staff = await buildStaff(api, ...roles);
  const browser = openStaffBrowser(api);
  await browser.logIn(staff);
  return Object.assign(browser, { staff });
}
