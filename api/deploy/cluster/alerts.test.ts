import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Rules {
  groups: { rules: { alert: string }[] }[];
}

test('each alert has its instructions, and no others are kept', () => {
  const { groups }: Rules = parse(readFileSync(join(import.meta.dirname, 'alerts.yml'), 'utf8'));
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const page = readFileSync(join(import.meta.dirname, '../../../docs/alerts.md'), 'utf8');
  const explained = [...page.matchAll(/^\| ([A-Z]\w+) \|/gm)].map(([, name = '']) => name);
  expect(explained.sort()).toEqual(alerts.sort());
});
