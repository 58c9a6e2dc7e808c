import { expect, test } from '@jest/globals';
import { table } from './table.ts';

test('each cell says on a phone under which column it stands, and the first names its row', () => {
  const { markup } = table(
    'Doses',
    ['Step', 'Dose', { text: 'Days', href: '?by=days', order: 'descending' }],
    [['First', '50 mg', 28]],
  );
  const cells = [...markup.matchAll(/<td role="cell" data-label="([^"]*)"><span>(.*?)<\/span>/g)];
  expect(cells.map(([, label, text]) => [label, text])).toEqual([
    ['Dose', '50 mg'],
    ['Days', '28'],
  ]);
  expect(markup).toContain('scope="row">First</th>');
  expect(markup).toContain('aria-sort="descending"');
  expect(markup).toContain('↓');
  expect(markup).not.toContain('↑');
});
