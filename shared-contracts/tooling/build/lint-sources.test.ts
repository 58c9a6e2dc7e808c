import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-sources-'));
  mkdirSync(join(folder, 'src/pages'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "@diary-team/mf-diary", "type": "module" }');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, statement: string) =>
  writeFileSync(
    join(folder, 'src', path),
    `import { useEffect } from 'react';
export function Page({ title }: { title: string }) {
  useEffect(() => window.scrollTo(0, 0), []);
  ${statement}
  return <h1>{title}</h1>;
}
`,
  );
const lint = () => {
  const script = join(import.meta.dirname, 'lint-sources.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
};

test('sources without another feature’s globals pass, whatever their tests use', () => {
  write('pages/diary.page.tsx', 'Reflect.get(window, "mf_diary_0_1_5");');
  write('pages/diary.page.test.tsx', 'Reflect.get(window, "planDraft");');
  expect(lint()).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('each file that reads or sets one is named with it', () => {
  write('pages/diary.page.tsx', '(window as unknown as { planDraft?: () => void }).planDraft?.();');
  write('feature.tsx', 'Object.assign(window); (globalThis as any).mf_plan_0_1_5 = title;');
  const { status, stderr } = lint();
  expect(status).toBe(1);
  expect(stderr.trim().split('\n').sort()).toEqual([
    expect.stringMatching(
      /^src\/feature\.tsx: neither the browser’s nor its own on the window: mf_plan_0_1_5\./,
    ),
    expect.stringMatching(/^src\/pages\/diary\.page\.tsx: neither .* on the window: planDraft\./),
  ]);
});
