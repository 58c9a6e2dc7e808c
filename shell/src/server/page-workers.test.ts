import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createPageWorkers, MissingScripts, NotNow } from './page-workers.ts';
import { PageFailed } from './start-page-worker.ts';

const integrityOf = (source: string) => `sha384-${createHash('sha384').update(source).digest('base64')}`;
/** Shows what it is given, or what its feature makes of it. */
const SHELL = `module.exports = {
  sharedModules: { react: { name: 'the shell’s' } },
  renderPage: (input, modules) => (modules['mf-a'] ? modules['mf-a'].show(input) : input),
};`;
const PID = `exports.show = () => String(process.pid);`;

let workers: ReturnType<typeof createPageWorkers>;
const revision = 0;
// Another revision ends every process.
afterEach(() => workers.prepare({ ...builds(), revision: revision + 1 }).catch(() => {}));

const builds = (feature?: string) => ({
  revision,
  shell: integrityOf(SHELL),
  features: feature ? { 'mf-a': integrityOf(feature) } : ({} as Record<string, string>),
});
async function begin(options: Parameters<typeof createPageWorkers>[0], ...features: string[]) {
  workers = createPageWorkers({ refillAfterMs: 0, ...options });
  await workers.prepare(builds()).catch(() => {});
  for (const source of [SHELL, ...features]) workers.addScript(integrityOf(source), source);
  await workers.prepare(builds(features[0]));
}
const render = (input: unknown, { feature, person }: { feature?: string; person?: string } = {}) =>
  workers.render({ ...builds(feature), ...(person && { person }), input: JSON.stringify(input) });
/** Asks again until a process is free. */
async function pidOf(person: string): Promise<number> {
  for (;;) {
    const pid = await render('', { feature: PID, person }).catch((error) => {
      if (!(error instanceof NotNow)) throw error;
    });
    if (pid) return Number(pid);
    await new Promise(setImmediate);
  }
}
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('page workers', () => {
  test('give a feature the modules that the shell shares, and no others', async () => {
    const shared = `exports.show = () => require('react').name;`;
    const foreign = `require('left-pad');`;
    await begin({}, shared, foreign);
    expect(await render('', { feature: shared })).toBe('the shell’s');
    await expect(render('', { feature: foreign })).rejects.toThrow(PageFailed);
  });

  test('render with the clock of the person’s place', async () => {
    const hour = `exports.show = () => String(new Date('2026-01-01T00:00:00Z').getHours());`;
    await begin({}, hour);
    const ask = { ...builds(hour), input: '""' };
    expect(await workers.render({ ...ask, timeZone: 'Australia/Melbourne' })).toBe('11');
    expect(await workers.render({ ...ask, timeZone: 'Asia/Kathmandu' })).toBe('5');
  });

  test('take no script with another hash, and name those that they lack', async () => {
    await begin({});
    expect(() => workers.addScript(integrityOf('other'), SHELL)).toThrow('hash');
    await expect(render('', { feature: 'unknown' })).rejects.toMatchObject({
      missing: [integrityOf('unknown')],
    } satisfies Partial<MissingScripts>);
    expect(await render('words')).toBe('words');
    expect(await render(null)).toBeNull();
  });

  test('render a person’s pages in one process, which ends when it was idle for long', async () => {
    await begin({ idleMs: 100 }, PID);
    const ada = await pidOf('ada');
    expect(await pidOf('ben')).not.toBe(ada);
    while (isThere(ada)) await new Promise(setImmediate);
    expect(await pidOf('ada')).not.toBe(ada);
  });

  test('end the one whose last page was longest ago where there are too many', async () => {
    await begin({ most: { people: 2, visitors: 1 } }, PID);
    const ada = await pidOf('ada');
    const ben = await pidOf('ben');
    expect(await pidOf('ada')).toBe(ada);
    await pidOf('cy');
    while (isThere(ben)) await new Promise(setImmediate);
    expect(await pidOf('ada')).toBe(ada);
  });

  test('have none for a person while the reserve is empty, and none for a registry that is over', async () => {
    workers = createPageWorkers();
    await expect(workers.render({ ...builds(), input: '""' })).rejects.toThrow(MissingScripts);
    workers.addScript(integrityOf(SHELL), SHELL);
    await expect(render('', { person: 'ada' })).rejects.toThrow(NotNow);
    await expect(workers.render({ ...builds(), revision: -2, input: '""' })).rejects.toThrow(NotNow);
  });
});
