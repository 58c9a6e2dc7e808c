import type Router from '@koa/router';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { Context } from 'koa';
import * as z from 'zod';
import { errorSummary, type FormErrors, field, readForm, selectField } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import {
  OVERRIDES,
  overrideBar,
  overridesOf,
  readDevelopmentOrigin,
  STOP_OVERRIDES,
} from '../document/feature-overrides.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/** Where a developer puts a feature from their own machine into the shell, in their own browser's session. */
export function overridePages(router: Router, services: AccountPageServices): void {
  router.get(OVERRIDES, (ctx) => show(ctx, services));
  router.post(OVERRIDES, (ctx) => start(ctx, services));
  router.post(STOP_OVERRIDES, (ctx) => {
    delete sessionOf(ctx).overrides;
    seeOther(ctx, '/');
  });
}

async function start(ctx: Context, services: AccountPageServices): Promise<void> {
  const features = await featureNames(services);
  const schema = z.object({
    feature: z.string().refine((name) => features.includes(name), 'Choose a feature of this shell.'),
    address: z.string().transform((address, { addIssue }) => {
      const origin = readDevelopmentOrigin(address.trim());
      if (!origin) addIssue('Enter an address of your own machine, such as http://localhost:8080.');
      return origin ?? '';
    }),
  });
  const { data, rejected } = readForm(ctx, schema);
  if (rejected) return show(ctx, services, rejected);
  const session = sessionOf(ctx);
  session.overrides = { ...session.overrides, [data.feature]: data.address };
  seeOther(ctx, '/');
}

async function show(ctx: Context, services: AccountPageServices, rejected?: FormErrors): Promise<void> {
  const features = await featureNames(services);
  await showAccountPage(ctx, services, {
    title: 'Override a feature',
    status: rejected ? 400 : 200,
    main: html`<p>Only this browser gets the feature from your machine, until you stop it.</p>
${overrideBar(ctx, overridesOf(ctx, services.config))}
${errorSummary(rejected)}
<form class="pages-form" method="post" action="${OVERRIDES}">
${tokenField(sessionOf(ctx).csrfToken)}
${selectField({ name: 'feature', label: 'Feature', options: features.map((name) => [name, name] as const), rejected })}
${field(
  {
    name: 'address',
    label: 'Address of your development server',
    hint: 'As “npm run dev” prints it.',
    rejected,
  },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="url" required maxlength="100" value="${rejected?.values.address ?? ''}">`,
)}
<button class="button">Override</button>
</form>`,
  });
}

async function featureNames({ readRegistry }: AccountPageServices): Promise<string[]> {
  const { microFrontends } = await readRegistry();
  return Object.keys(microFrontends).filter((name) => name !== SHELL);
}
