import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { fc } from '@stepwise/tooling/testing/properties';
import { commitmentOf } from './commitment.ts';
import { armAt } from './permuted-blocks.ts';

const SEED = 'a seed that is published for this test vector';
const STRATA = ['low', 'medium', 'high'];

/** A second program, written only from docs/allocation.md: whole blocks, numbers of any size, no shared code. */
function publishedBlock(seed: string, stratum: string, block: number): string {
  const n = (index: number): bigint => {
    const hmac = createHmac('sha256', Buffer.from(seed, 'utf8'));
    hmac.update(Buffer.from(`${stratum}:${block}:${index}`, 'utf8'));
    return BigInt(`0x${hmac.digest('hex').slice(0, 12)}`);
  };
  const places = n(0) % 2n === 0n ? [...'RURU'] : [...'RURURU'];
  let taken = 0;
  for (let i = places.length - 1; i >= 1; i -= 1) {
    taken += 1;
    const other = Number(n(taken) % BigInt(i + 1));
    const moved = places[i] as string;
    places[i] = places[other] as string;
    places[other] = moved;
  }
  return places.join('');
}

const publishedBlocks = (seed: string, stratum: string, blocks: number): string[] =>
  Array.from({ length: blocks }, (_, block) => publishedBlock(seed, stratum, block));

const listOf = (seed: string, stratum: string, places: number): string =>
  Array.from({ length: places }, (_, position) =>
    armAt(seed, stratum, position) === 'reduction' ? 'R' : 'U',
  ).join('');

test('the published test vector comes out of both programs', () => {
  const published = {
    low: 'URURUUURRRURRRUURUUR',
    medium: 'RUURRUURRURURURUUURR',
    high: 'RRUUURURURRRRUUURRUU',
  };
  for (const [stratum, places] of Object.entries(published)) {
    expect(listOf(SEED, stratum, 20)).toBe(places);
    expect(publishedBlocks(SEED, stratum, 5).join('').slice(0, 20)).toBe(places);
  }
  const first = {
    stratum: 'low',
    position: 0,
    arm: 'usual-care',
    participantId: '018f3c1e-0000-7000-8000-000000000001',
  } as const;
  expect(commitmentOf(SEED, first)).toBe('154474993d80599d9ca9d13abea3657b174502f3612a32a2cf2cc524ae54faab');
});

test('whatever the seed, both programs make the same list, and each block of it is balanced', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom(...STRATA), (seed, stratum) => {
      const blocks = publishedBlocks(seed, stratum, 12);
      const list = blocks.join('');
      expect(listOf(seed, stratum, list.length)).toBe(list);
      for (const block of blocks) expect(block.replaceAll('U', '')).toHaveLength(block.length / 2);
    }),
    { numRuns: 100 },
  );
});

test('a seal belongs to one place, arm and participant, and to one seed', () => {
  const allocation = { stratum: 'low', position: 3, arm: 'reduction', participantId: 'p' } as const;
  const seals = [
    commitmentOf(SEED, allocation),
    commitmentOf('another seed', allocation),
    commitmentOf(SEED, { ...allocation, stratum: 'high' }),
    commitmentOf(SEED, { ...allocation, position: 4 }),
    commitmentOf(SEED, { ...allocation, arm: 'usual-care' }),
    commitmentOf(SEED, { ...allocation, participantId: 'q' }),
  ];
  expect(new Set(seals).size).toBe(seals.length);
});
