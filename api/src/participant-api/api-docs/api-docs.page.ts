import type Router from '@koa/router';
import { type Html, html } from '../../platform/html/html.ts';
import { PAGES_POLICY } from '../../platform/pages/page-middlewares.ts';
import type { RenderPage } from '../../platform/pages/render-page.ts';
import type { openApiDocument } from './openapi.ts';

type Document = ReturnType<typeof openApiDocument>;

interface JsonSchema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
}
interface Content {
  content?: { 'application/json': { schema: JsonSchema; example?: unknown } };
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-access': string;
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
}

/** The OpenAPI document as a page without scripts: the calls by subject with bodies, answers, errors and examples, then the schemas. */
export function apiDocsPage(router: Router, document: Document, renderPage: RenderPage): void {
  const main = describeApi(document);
  router.get('/api/docs', async (ctx) => {
    ctx.set({ 'content-security-policy': PAGES_POLICY, 'x-robots-tag': 'noindex' });
    ctx.type = 'html';
    ctx.body = await renderPage(ctx, { title: document.info.title, main });
  });
}

function describeApi({ info, tags, paths, components }: Document): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(operation as unknown as Operation),
      address: `${method.toUpperCase()} ${path}`,
    })),
  );
  const subjects = tags.map(({ name }, index) => ({
    ...{ name, id: `subject-${index}` },
    calls: operations.filter((operation) => operation.tags.includes(name)),
  }));
  return html`<h1>${info.title}</h1>
<p>Every call of the participants’ app, made from <a href="/api/openapi.json">the OpenAPI document</a>. A POST takes the header <code>X-CSRFToken</code>; every call may answer 429, 500 and 503.</p>
<nav aria-label="Subjects"><ul>${subjects.map(({ name, id }) => html`<li><a href="#${id}">${name}</a></li>`)}<li><a href="#schemas">Schemas</a></li></ul></nav>
${subjects.map(
  ({ name, id, calls }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
${calls.map(describeCall)}</section>`,
)}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas as Record<string, JsonSchema>).map(
  ([name, schema]) => html`<h3 id="schema-${name}"><code>${name}</code></h3>
<pre class="pages-code" tabindex="0">${typeOf(schema, '')}</pre>`,
)}</section>`;
}

function describeCall({
  address,
  operationId,
  summary,
  requestBody,
  responses,
  ...operation
}: Operation & { address: string }): Html {
  const rows = Object.entries(responses);
  return html`<section class="card pages-stack" aria-labelledby="${operationId}">
<h3 id="${operationId}">${summary}</h3>
<p><code>${address}</code>, for ${operation['x-access'] === 'participant' ? 'a participant who is logged in' : 'anyone'}</p>
${requestBody && html`<p>Body: ${contentOf(requestBody)}</p>${exampleOf('Body', requestBody)}`}
<table><thead><tr><th scope="col">Status</th><th scope="col">Means</th><th scope="col">Answer</th></tr></thead>
<tbody>${rows.map(
    ([status, response]) =>
      html`<tr><td>${status}</td><td>${response.description}</td><td>${contentOf(response)}</td></tr>`,
  )}</tbody></table>
${rows.map(([status, response]) => exampleOf(`Answer ${status}`, response))}
</section>`;
}

const contentOf = ({ content }: Content): Html =>
  content ? html`<code>${typeOf(content['application/json'].schema, '')}</code>` : html`none`;

function exampleOf(of: string, { content }: Content): Html | undefined {
  const example = content?.['application/json'].example;
  return example === undefined
    ? undefined
    : html`<details><summary>${of}: an example</summary><pre class="pages-code" tabindex="0">${JSON.stringify(example, null, 2)}</pre></details>`;
}

/** A schema as a type is written in TypeScript; named ones are links. */
function typeOf(schema: JsonSchema, indent: string): Html {
  const { $ref, anyOf, oneOf, items, properties, additionalProperties, required = [] } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const options = anyOf ?? oneOf;
  if (options)
    return html`${options.map((each, index) => html`${index > 0 && ' | '}${typeOf(each, indent)}`)}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema.type === 'array') return html`Array&lt;${items ? typeOf(items, indent) : 'unknown'}&gt;`;
  if (properties && Object.keys(properties).length > 0) {
    const inner = `${indent}  `;
    return html`{
${Object.entries(properties).map(
  ([name, each]) => html`${inner}${name}${!required.includes(name) && '?'}: ${typeOf(each, inner)};
`,
)}${indent}}`;
  }
  if (typeof additionalProperties === 'object')
    return html`{ [name: string]: ${typeOf(additionalProperties, indent)} }`;
  return html`${schema.type ?? 'unknown'}${schema.format && ` (${schema.format})`}`;
}
