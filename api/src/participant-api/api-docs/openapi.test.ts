import { expect, test } from '@jest/globals';
import { allCalls, type CallName } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { PLAN_REJECTIONS, PLAN_STATES, PLAN_TABLE } from '@stepwise/shared-contracts/plan/plan-state';
import { openApiDocument } from './openapi.ts';

// As it is served.
const document = JSON.parse(JSON.stringify(openApiDocument('Stepwise', 'stepwise.session')));

/** Of a body or an answer, where it is a named one. */
const schemaOf = ({ content }: { content: { 'application/json': { schema: { $ref: string } } } }) =>
  document.components.schemas[content['application/json'].schema.$ref.split('/').at(-1) ?? ''];

test('the document is OpenAPI 3.1 with its title and version', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Stepwise API', version: expect.any(String) },
  });
});

test('the session is a cookie', () => {
  expect(document.components.securitySchemes).toEqual({
    session: { type: 'apiKey', in: 'cookie', name: 'stepwise.session' },
  });
});

test.each(Object.entries<Call>(allCalls))('%s is described', (name, call) => {
  const operation = document.paths[call.path][call.method.toLowerCase()];
  expect(operation).toMatchObject({ operationId: name, summary: call.summary });
  expect(Boolean(operation.requestBody)).toBe(call.body !== null);
  expect(document.tags).toContainEqual({ name: operation.tags[0] });
  if (call.body) expect(schemaOf(operation.requestBody).type).toBe('object');
  for (const status of Object.keys(call.responses)) expect(operation.responses).toHaveProperty(status);
  for (const [status, response] of Object.entries<{ description: string; content?: object }>(
    operation.responses,
  )) {
    expect(status).toMatch(/^[2-5]\d\d$/);
    expect(response.description).not.toBe('');
  }
  expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['429', '500', '503']));
  expect(operation.responses['429'].headers['Retry-After']).toMatchObject({
    required: true,
    schema: { type: 'integer' },
  });
  expect(operation.security).toEqual(call.access === 'participant' ? [{ session: [] }] : []);
  if (call.access === 'participant') expect(operation.responses).toHaveProperty('401');
  if (call.method === 'POST') expect(operation.responses).toHaveProperty('403');
  expect(operation.parameters?.[0]?.name).toBe(call.method === 'POST' ? 'X-CSRFToken' : undefined);
});

test.each(Object.entries(PLAN_TABLE).filter(([name]) => name in allCalls))(
  '%s says who may make it in each state of the plan, with rejections that the call declares',
  (name, row) => {
    const call: Call = allCalls[name as CallName];
    const operation = document.paths[call.path][call.method.toLowerCase()];
    expect(Object.keys(operation['x-plan-states'])).toEqual([...PLAN_STATES]);
    for (const [state, cell] of Object.entries(row))
      for (const [actor, rejection] of Object.entries(cell)) {
        const code = rejection && PLAN_REJECTIONS[rejection];
        expect(operation['x-plan-states'][state][actor]).toEqual(
          rejection ? { code, reason: rejection } : 'allowed',
        );
        if (code) expect(call.errors).toContain(code);
      }
  },
);

test('the OpenAPI document describes the calls and nothing else, each under a name of its own', () => {
  const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
    Object.values,
  );
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(allCalls).sort());
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, path]) => path);
  expect(references).toContain('#/components/schemas/DailyRecord');
  const named = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(named).toEqual(expect.arrayContaining(references));
});
