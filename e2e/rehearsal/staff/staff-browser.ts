import { createRehearsalJar } from '../people/cookie-jar.ts';
import type { Rehearsal } from '../rehearsal.ts';

const SECRET = /The password, shown this once: (.+)/;

export type Member = Awaited<ReturnType<typeof addMember>>;

/** A member of the research team with an account from the command line, and their browser. It follows no redirect. */
export async function addMember({ stack, watch }: Rehearsal, name: string, ...roles: string[]) {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@team.example`;
  const args = ['api/src/cli/staff.ts', 'add', '--name', name, '--email', email];
  const { text } = await stack.server.script(
    [...args, ...roles.flatMap((role) => ['--role', role])],
    stack.now(),
  );
  const password = SECRET.exec(text)?.[1];
  if (!password) throw new Error(`No account for ${name}: ${text}`);
  const cookies = createRehearsalJar(stack.now);

  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookies.header());
    headers.set('x-forwarded-for', '10.9.0.1');
    const began = performance.now();
    const response = await fetch(new URL(path, stack.origin), { ...init, headers, redirect: 'manual' });
    cookies.keep(response.headers);
    const text = response.status >= 500 ? await response.clone().text() : '';
    watch.answered(path, response.status, text, performance.now() - began);
    return response;
  };
  const tokenOf = (page: string): string => /name="csrfToken" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const post = (path: string, fields: Record<string, string>): Promise<Response> =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) });

  return {
    cookies,
    ask,
    async logIn(): Promise<void> {
      const page = await (await ask('/admin/log-in')).text();
      const answer = await post('/admin/log-in', { csrfToken: tokenOf(page), email, password });
      watch.compare('log-in of the team', email, answer.status, 303);
    },
    /** Opens a page and sends one of its forms. */
    async submit(page: string, form: string, fields: Record<string, string>): Promise<Response> {
      const csrfToken = tokenOf(await (await ask(page)).text());
      return post(form, { csrfToken, ...fields });
    },
  };
}
