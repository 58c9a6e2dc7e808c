import { expect, test } from '@jest/globals';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { compareForms } from './compare-forms.ts';

const form = (sections: Article['sections']): Article => ({
  title: 'Form',
  version: '1',
  hash: 'h',
  changed: '2026-11-01',
  demonstration: true,
  sections,
});
const before = form([
  { heading: 'Purpose', blocks: [{ paragraph: 'To learn.' }] },
  { heading: 'Risks', blocks: [{ paragraph: 'Few.' }, { list: ['Dizziness', 'Nausea'] }] },
  { heading: 'Old', blocks: [{ paragraph: 'Gone.' }] },
]);

test('a form that is the same has no changes', () => {
  expect(compareForms(before, before)).toEqual([]);
});

test('changed, new and removed passages are found under their headings', () => {
  const now = form([
    { heading: 'New', blocks: [{ paragraph: 'A blood test.' }] },
    { heading: 'Purpose', blocks: [{ paragraph: 'To learn.' }] },
    { heading: 'Risks', blocks: [{ paragraph: 'Some.' }, { list: ['Nausea', 'Headache'] }] },
  ]);
  expect(compareForms(before, now)).toEqual([
    { heading: 'New', added: ['A blood test.'], removed: [] },
    { heading: 'Risks', added: ['Some.', 'Headache'], removed: ['Few.', 'Dizziness'] },
    { heading: 'Old', added: [], removed: ['Gone.'] },
  ]);
});
