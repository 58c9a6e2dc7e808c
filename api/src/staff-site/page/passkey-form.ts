import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Context } from 'koa';
import * as z from 'zod/mini';
import { Html, html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { sessionOf } from '../../platform/sessions/session.ts';

const library = dirname(createRequire(import.meta.url).resolve('@simplewebauthn/browser'));
const script = [
  join(library, '../dist/bundle/index.umd.min.js'),
  join(import.meta.dirname, 'passkey.script.js'),
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const source = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Allows the page that is about to be sent to run the script of `passkeyForm`, beside one that it may run already. */
export function allowPasskeyScript(ctx: Context): void {
  const policy = String(ctx.response.get('content-security-policy'));
  ctx.set(
    'content-security-policy',
    policy.includes('script-src ')
      ? policy.replace('script-src ', `script-src ${source} `)
      : `${policy}; script-src ${source}`,
  );
}

interface PasskeyForm {
  action: string;
  /** To make one, to use one, or to use one as soon as the page is there. */
  kind: 'make' | 'use' | 'use-at-once';
  options: object;
  button: string;
  /** More fields, before the button. */
  fields?: Html;
}

/** A form that asks the browser for a passkey and sends its answer. A page has one. */
export const passkeyForm = (
  ctx: Context,
  { action, kind, options, button, fields }: PasskeyForm,
): Html => html`<form class="pages-form" id="passkey" method="post" action="${action}" data-kind="${kind}" data-options="${JSON.stringify(options)}">
${tokenField(sessionOf(ctx).csrfToken)}
<input type="hidden" name="credential">
${fields}
<p class="status" role="status"></p>
<button class="button"${kind === 'use' && html` data-variant="quiet"`}>${button}</button>
</form>
<noscript><p>Passkeys need JavaScript, which is off in this browser.</p></noscript>
<script>${new Html(script)}</script>`;

const formSchema = z.object({ credential: z.string() });

/** What the browser answered; null where it sent nothing that can be read. */
export function readCredential<T>(ctx: Context, schema: z.ZodMiniType<T>): T | null {
  const form = formSchema.safeParse(ctx.request.body);
  try {
    return schema.safeParse(JSON.parse(form.data?.credential ?? '')).data ?? null;
  } catch {
    return null;
  }
}
