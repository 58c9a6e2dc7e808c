import type { Rehearsal } from '../context.ts';
import { createDevice } from '../people/device.ts';
import { type FormFields, formBody } from '../people/submit-form.ts';

const SECRET = /The password, shown this once: (.+)/;

export type Member = Awaited<ReturnType<typeof addMember>>;

/** A member of the research team with an account from the command line, and their browser. It follows no redirect. */
export async function addMember(rehearsal: Rehearsal, name: string, ...roles: string[]) {
  const { stack, watch, content } = rehearsal;
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@team.example`;
  const args = ['api/src/cli/staff.ts', 'add', '--name', name, '--email', email];
  const { text } = await stack
    .server()
    .script([...args, ...roles.flatMap((role) => ['--role', role])], stack.now());
  const password = SECRET.exec(text)?.[1];
  if (!password) throw new Error(`No account for ${name}: ${text}`);
  const { cookies, fetch, send, newKey } = createDevice(rehearsal, '10.9.0.1', () => content.timeZone);

  const open = async (path: string): Promise<string> => (await fetch(path, {})).text();
  const post = (path: string, page: string, fields: FormFields): Promise<Response> =>
    fetch(path, { method: 'POST', body: formBody(page, fields) });

  return {
    email,
    open,
    /** Sends a form of a page that was opened. */
    post,
    /** Makes a call of the API, as one who acts for a participant does. */
    send,
    newKey,
    async logIn(): Promise<void> {
      cookies.clear();
      const page = await open('/admin/log-in');
      const answer = await post('/admin/log-in', page, { email, password });
      watch.compare('log-in of the team', email, answer.status, 303);
    },
    /** Opens a page and sends one of its forms. */
    submit: async (page: string, form: string, fields: FormFields): Promise<Response> =>
      post(form, await open(page), fields),
    /** Opens a page, sends one of its forms and signs it. */
    async sign(page: string, form: string, fields: FormFields): Promise<Response> {
      const asked = await post(form, await open(page), fields);
      return post(form, await asked.text(), { ...fields, currentPassword: password });
    },
  };
}
