import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readPdf } from '../../../testing/read-pdf.ts';
import { loadContent } from '../../core/content/load-content.ts';
import { presentArticle } from '../../core/content/present-content.ts';
import { articlePdf, type ConsentGiven, consentCopyPdf } from './documents.ts';
import { MISSING } from './typeface.ts';

const content = loadContent(fileURLToPath(new URL('../../../../content', import.meta.url)));
const source = {
  productName: 'Stepwise',
  trial: 'A university research trial',
  demonstrationNotice: 'This is a demonstration.',
};
const article = presentArticle(content, 'consent');
const given: ConsentGiven = {
  article,
  agreedAt: new Date('2026-11-20T13:30:00Z'),
  timeZone: 'Australia/Melbourne',
  name: 'Zoë',
  email: 'zoe@example.org',
  futureContact: false,
};

const squash = (text: string) => text.replace(/\s/g, '');
const read = async (pdf: Promise<Buffer>) => {
  const { pieces, ...rest } = readPdf(await pdf);
  const tagged = pieces.filter(({ tag }) => tag !== 'Artifact');
  return { ...rest, pieces, text: squash(tagged.map(({ text }) => text).join('')) };
};

test.each(['consent', 'medicine-information'] as const)(
  'the PDF of %s has every word of the text, in order, as text',
  async (name) => {
    const shown = presentArticle(content, name);
    const { text, pieces } = await read(articlePdf(shown, source));
    const body = shown.sections.flatMap(({ heading, blocks }) => [
      heading,
      ...blocks.flatMap((block) =>
        'paragraph' in block ? [block.paragraph] : block.list.flatMap((item) => ['•', item]),
      ),
    ]);
    expect(text).toBe(
      squash(
        [
          shown.title,
          'A university research trial. Last changed 21/11/2026.',
          'This is a demonstration.',
          ...body,
        ].join(''),
      ),
    );
    expect(pieces.some(({ text }) => text.includes('\ufffd'))).toBe(false);
  },
);

test('everything is tagged, in headings, paragraphs and lists, with language and title', async () => {
  const { pieces, count, source: file } = await read(articlePdf(article, source));
  const lists = article.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('list' in block ? [block.list] : [])),
  );
  expect(pieces.filter(({ tag }) => tag === null)).toEqual([]);
  expect(count('H1')).toBe(1);
  expect(count('H2')).toBe(article.sections.length);
  expect(count('L')).toBe(lists.length);
  expect(count('LI')).toBe(lists.flat().length);
  expect(count('LBody')).toBe(lists.flat().length);
  expect(file).toContain('/Lang (en-AU)');
  expect(file).toContain('/Marked true');
  expect(file).toContain('/DisplayDocTitle true');
  expect(file).toContain(`(${article.title})`);
});

test('each page says which it is', async () => {
  const { pages, pieces } = await read(articlePdf(article, source));
  const footers = pieces.flatMap(({ text }) => text.match(/Page \d+ of \d+/) ?? []);
  expect(pages).toBeGreaterThan(1);
  expect(footers).toEqual(Array.from({ length: pages }, (_, index) => `Page ${index + 1} of ${pages}`));
});

test('the same text gives the same bytes', async () => {
  expect(await articlePdf(article, source)).toEqual(await articlePdf(article, source));
});

test('the copy says who agreed, when on the clock of the trial, to which text and with which choice', async () => {
  const { text, count } = await read(consentCopyPdf(given, source));
  for (const fact of [
    'Your consent of 21/11/2026',
    'Agreed by: Zoë, zoe@example.org',
    'On: 21/11/2026, 00:30 Australian Eastern Daylight Time',
    'Contact about other research: You did not agree to it',
    `Version of the text: ${article.version}`,
    `(SHA-256): ${article.hash}`,
    article.sections.at(-1)?.heading ?? '',
  ]) {
    expect(text).toContain(squash(fact));
  }
  expect(count('H3')).toBe(article.sections.length);
});

test('the copy of someone without a name has their address, and only a demonstration is called one', async () => {
  const real = { ...article, demonstration: false };
  const { text } = await read(consentCopyPdf({ ...given, article: real, name: '' }, source));
  expect(text).toContain(squash('Agreed by: zoe@example.org On: 21/11/2026'));
  expect(text).not.toContain(squash(source.demonstrationNotice));
});

test.each([
  'Thị Bích Nguyễn',
  'Łukasz Đặng',
  'Şule Yıldız-İnce',
  'Šárka Őry',
  'Ωμέγα Παπαδοπούλου',
  'Ἀριστοτέλης',
  'Ѓорѓи Щербаков',
  'Nguyễn'.normalize('NFD'),
])('the copy has the name %s, in letters that every one of them has', async (name) => {
  const { text } = await read(consentCopyPdf({ ...given, name, futureContact: true }, source));
  expect(text).toContain(squash(`Agreed by: ${name.normalize('NFC')}, zoe@example.org`));
  expect(text).toContain(squash('Contact about other research: You agreed to it'));
  expect(text).not.toContain(MISSING);
});

test('a letter that cannot be printed is marked and explained, and the rest of the name is printed', async () => {
  const { text } = await read(consentCopyPdf({ ...given, name: 'Mei 李 Łyn 👩‍👩‍👧 q\u1ab0' }, source));
  expect(text).toContain(squash(`Agreed by: Mei ${MISSING} Łyn ${MISSING} ${MISSING}, zoe@example.org`));
  expect(text).toContain(squash(`${MISSING} stands for a letter that this document cannot print.`));
});
