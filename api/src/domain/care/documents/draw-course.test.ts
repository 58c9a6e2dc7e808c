import { expect, test } from '@jest/globals';
import { courseOf } from '@stepwise/shared-contracts/course/course';
import { layCourse } from '@stepwise/shared-contracts/course/course-layout';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { drawCourse } from './draw-course.ts';
import { ACCENT, INK, PRIMARY, SOFT_INK } from './pdf-style.ts';

const TODAY = '2026-11-22';
const WARN = '#b8382b';

const record: DailyRecord = {
  ...{ date: '2026-11-20', localDate: '2026-11-20', sleep: true, mood: false, active: true },
  symptoms: [{ id: 1, text: 'Panic', category: 'mood', redflag: true, selfHarm: false }],
  activities: [],
  recordedAt: '2026-11-20T09:00:00.000Z',
  timeZone: 'Australia/Melbourne',
};
const layout = layCourse(
  courseOf({
    today: TODAY,
    records: [record],
    doses: [
      { date: '2026-10-21', dose: 100, label: '100 mg', state: 'taken', planned: '2026-10-21' },
      { date: '2026-11-04', dose: 50, label: '50 mg', state: 'assumed', planned: '2026-11-04' },
      { date: '2026-12-16', dose: 25, label: '25 mg', state: 'planned', planned: '2026-12-16' },
    ],
  }),
  500,
  'paper',
);

/** A document that notes each path with how it was drawn, each text with its place, colour and font, and where all of it was put. */
function recordDrawing() {
  const drawn: Record<string, unknown[]> = {};
  const texts: Record<string, unknown[]> = {};
  const placed: unknown[] = [];
  let [path, width, isDashed, colour, font, y] = ['', 0, false, '', '', 0];
  const calls: Record<string, (...given: never[]) => void> = {
    translate: (...given) => placed.push(given),
    scale: (...given) => placed.push(given),
    path: (given: string) => (path = given),
    lineWidth: (given: number) => (width = given),
    dash: () => (isDashed = true),
    undash: () => (isDashed = false),
    stroke: (given: string) => (drawn[path] = [given, width, isDashed]),
    fill: (given: string) => (drawn[path] = [given]),
    fillColor: (given: string) => (colour = given),
    font: (given: string) => (font = given),
    text: (given: string, x: number, top: number) => (texts[given] = [x, top, colour, font.slice(-3)]),
  };
  const doc: PDFKit.PDFDocument = new Proxy({} as PDFKit.PDFDocument, {
    get: (_, name) =>
      name === 'y'
        ? y
        : (...given: never[]) => {
            calls[String(name)]?.(...given);
            return doc;
          },
    set: (_, name, given) => {
      if (name === 'y') y = given;
      return true;
    },
  });
  return { doc, drawn, texts, placed };
}

test('every part of the course is drawn in its colour, what is planned dashed', () => {
  const { doc, drawn, texts, placed } = recordDrawing();
  const height = drawCourse(doc, layout, { x: 40, y: 60, width: 250 });
  expect(height).toBe(layout.height / 2);
  expect(placed).toEqual([[40, 60], [0.5]]);
  expect(drawn).toMatchObject({
    [layout.planned]: [PRIMARY, 2.5, true],
    [layout.taken]: [PRIMARY, 3.5, false],
    [layout.assumed]: [expect.not.stringContaining(PRIMARY), 2.5, false],
    [layout.today]: [INK, 1.5, false],
    [layout.guides]: [expect.any(String), 1, false],
    [layout.warnings]: [WARN],
  });
  for (const { frames, bars, edges } of layout.rows) {
    expect(drawn[frames]).toEqual([expect.any(String)]);
    if (bars) expect(drawn[bars]).toEqual([ACCENT]);
    if (edges) expect(drawn[edges]).toEqual([expect.any(String), 1.5, false]);
  }
  expect(layout.rows.some(({ bars }) => bars)).toBe(true);
  expect(layout.rows.some(({ edges }) => edges)).toBe(true);
  expect(Object.keys(drawn)).not.toContain('');
  const ascent = layout.warningName.y - Number(texts[layout.warningName.text]?.[1]);
  expect(ascent).toBeGreaterThan(0);
  const names = [...layout.rows.map(({ name }) => name), layout.warningName];
  for (const { text, x, y } of names)
    expect(texts[text]).toEqual([x, expect.closeTo(y - ascent), INK, '700']);
  for (const { text, x, y } of layout.doses)
    expect(texts[text]).toEqual([x, expect.closeTo(y - ascent), PRIMARY, '700']);
  for (const { text, x, y } of layout.dates)
    expect(texts[text]).toEqual([
      x,
      expect.closeTo(y - ascent),
      SOFT_INK,
      text.startsWith('Today') ? '700' : '400',
    ]);
  expect(layout.dates.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Today/));
});
