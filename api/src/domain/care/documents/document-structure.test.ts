import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { courseOf } from '@stepwise/shared-contracts/course/course';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextContent, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js';
import { loadContent } from '../../core/content/load-content.ts';
import { presentArticle } from '../../core/content/present-content.ts';
import { coursePdf } from './course-pdf.ts';
import { articlePdf, consentCopyPdf } from './documents.ts';
import { myDataPdf } from './my-data-pdf.ts';

/** As Firefox's reader gives the structure to a screen reader. */
interface Node {
  role?: string;
  alt?: string;
  type?: string;
  id?: string;
  children?: Node[];
}

const content = loadContent(fileURLToPath(new URL('../../../../content', import.meta.url)));
const source = { productName: 'Stepwise', trial: 'A trial', demonstrationNotice: 'A demonstration.' };
const consent = presentArticle(content, 'consent');
const antidepressants = presentArticle(content, 'medicine-information');
const given = {
  article: consent,
  agreedAt: new Date('2026-11-20T13:30:00Z'),
  timeZone: 'Australia/Melbourne',
  name: 'Zoë',
  email: 'zoe@example.org',
  futureContact: false,
};

const PDFS: [name: string, title: string, make: () => Promise<Buffer>][] = [
  ['the consent form', consent.title, () => articlePdf(consent, source)],
  ['the antidepressant information', antidepressants.title, () => articlePdf(antidepressants, source)],
  ['the copy of a consent', 'Your consent of 21/11/2026', () => consentCopyPdf(given, source)],
  [
    'a participant’s information',
    'Your information on 21/11/2026',
    () =>
      myDataPdf(
        {
          ...buildAllData(),
          timeZone: 'Australia/Melbourne',
          deviceTimeZone: null,
          logIns: { devices: [], passkeys: [] },
        },
        source,
        '2026-11-21',
      ),
  ],
];

const course = courseOf({
  doses: ['2026-10-21', '2026-11-18', '2026-12-16'].map((date, index) => ({
    ...{ date, planned: date, dose: 100 / 2 ** index, label: `${100 / 2 ** index} mg` },
    state: date > '2026-11-21' ? ('planned' as const) : ('taken' as const),
  })),
  records: [],
  today: '2026-11-21',
});
PDFS.push([
  'the sheet of a course',
  'What to take to the doctor',
  () =>
    coursePdf({
      ...{ productName: 'Stepwise', medicine: 'an antidepressant', name: 'Zoë', doctor: 'Dr Lee', course },
      ...{ plan: 'Sertraline, standard steps', strengths: '50 mg tablet', signs: 'Panic.' },
      questions: ['Do you agree?', 'What would make us wait?'],
      // The second column is the longer one, of some lines that are cut in two.
      notes: Array.from({ length: 12 }, (_, index) => `${index} mg: ${'ask your pharmacist '.repeat(5)}`),
      team: {
        phone: '03 5550 0123',
        email: 'team@example.org',
        hours: `Monday to Friday, ${'and at noon '.repeat(12)}`,
      },
      now: new Date('2026-11-21T01:00:00Z'),
    }),
]);

interface Box {
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Where the pieces of a page's text stand, in pt from its lower left corner. */
const boxesOf = ({ items }: TextContent): Box[] =>
  items.flatMap((item) => {
    if (isMark(item) || !item.str.trim()) return [];
    const [, , , size = 0, left = 0, bottom = 0] = item.transform as number[];
    return [{ text: item.str, left, right: left + item.width, bottom, top: bottom + size / 2 }];
  });

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right - 1 &&
  other.left < one.right - 1 &&
  one.bottom < other.top &&
  other.bottom < one.top;

const nodesOf = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodesOf)];
/** What the type declarations call an object is a map. */
const asMap = (value: unknown) => value as Map<string, unknown>;
const isMark = (item: TextContent['items'][number]): item is TextMarkedContent => 'type' in item;

/** The ids of the tagged pieces of text, and the text that is neither tagged nor an artifact. */
function readMarks({ items }: TextContent): { ids: string[]; untagged: string[] } {
  const ids: string[] = [];
  const untagged: string[] = [];
  const open: TextMarkedContent[] = [];
  for (const item of items) {
    if (!isMark(item)) {
      if (item.str.trim() && open.length === 0) untagged.push(item.str);
    } else if (item.type === 'endMarkedContent') open.pop();
    else {
      open.push(item);
      if (item.id) ids.push(item.id);
    }
  }
  return { ids, untagged };
}

test.each(PDFS)(
  '%s says its language and title, and every text is in its structure and stands alone in its place',
  async (_, title, make) => {
    const task = getDocument({ data: new Uint8Array(await make()) });
    const document = await task.promise;
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Language: 'en-AU', Title: title });
    expect(asMap(await document.getMarkInfo()).get('Marked')).toBe(true);
    expect(asMap(await document.getViewerPreferences()).get('DisplayDocTitle')).toBe(true);

    const nodes: Node[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const found = nodesOf((await page.getStructTree()) as Node);
      const content = await page.getTextContent({ includeMarkedContent: true });
      const { ids, untagged } = readMarks(content);
      const boxes = boxesOf(content);
      const hidden = boxes.filter((box, index) =>
        boxes.slice(index + 1).some((other) => overlap(box, other)),
      );
      expect(hidden).toEqual([]);
      const [, , width = 0] = page.view;
      for (const { left, right, bottom } of boxes) {
        expect(left).toBeGreaterThanOrEqual(32);
        expect(right).toBeLessThanOrEqual(width - 32);
        expect(bottom).toBeGreaterThan(16);
      }
      expect(untagged).toEqual([]);
      expect(found.flatMap(({ type, id }) => (type === 'content' && id ? [id] : []))).toEqual(ids);
      nodes.push(...found);
    }
    await task.destroy();

    const roles = nodes.flatMap(({ role }) => role ?? []);
    const levels = roles.filter((role) => /^H\d$/.test(role)).map((role) => Number(role.slice(1)));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
    for (const { role, alt } of nodes) if (role === 'Figure') expect(alt).toMatch(/\w/);
  },
);
