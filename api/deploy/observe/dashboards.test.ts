import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';

const FOLDER = join(import.meta.dirname, 'dashboards');
const dataSource = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('prometheus') });
/** What these dashboards use of Grafana's schema 39 (kinds/dashboard/dashboard_kind.cue), nothing else being let in. */
const dashboardSchema = z.strictObject({
  uid: z.string().max(40),
  title: z.string().min(1),
  tags: z.array(z.string()),
  schemaVersion: z.literal(39),
  version: z.int(),
  editable: z.literal(false),
  timezone: z.enum(['utc', 'browser']),
  refresh: z.string().regex(/^\d+[smh]$/),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  templating: z.strictObject({ list: z.array(z.never()) }),
  annotations: z.strictObject({ list: z.array(z.never()) }),
  panels: z.array(
    z.strictObject({
      id: z.int().positive(),
      type: z.enum(['timeseries', 'stat']),
      title: z.string().min(1),
      description: z.string().min(1),
      datasource: dataSource,
      gridPos: z.strictObject({
        x: z.int().min(0).max(23),
        y: z.int().min(0),
        w: z.int().min(1).max(24),
        h: z.int().min(1),
      }),
      fieldConfig: z.strictObject({
        defaults: z.strictObject({ unit: z.string() }),
        overrides: z.array(z.never()),
      }),
      targets: z
        .array(
          z.strictObject({
            refId: z.string().regex(/^[A-Z]$/),
            expr: z.string().min(1),
            legendFormat: z.string().min(1),
            datasource: dataSource,
          }),
        )
        .min(1),
    }),
  ),
});

test.each(readdirSync(FOLDER))('%s suits Grafana’s schema, and no panel lies over another', (file) => {
  const { uid, panels } = dashboardSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
  expect(`${uid}.json`).toBe(file);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});
