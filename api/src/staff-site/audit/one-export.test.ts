import { describe, expect, test } from '@jest/globals';
import { oneExport } from './one-export.ts';

async function* twoLines() {
  yield Buffer.from('one');
  yield Buffer.from('two');
}
const begun: string[] = [];
const begin = (name: string) => oneExport(async () => void begun.push(name), twoLines());

describe('an export of the log', () => {
  test('runs alone, and the next one once it was read or cut off', async () => {
    const first = begin('first');
    await first.next();
    await expect(begin('second').next()).rejects.toMatchObject({ code: 'too-many-requests' });
    await first.return();
    const third = begin('third');
    for await (const _line of third);
    const fourth = begin('fourth');
    await fourth.next();
    await fourth.return();
    expect(begun).toEqual(['first', 'third', 'fourth']);
  });
});
