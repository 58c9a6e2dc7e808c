import { expect, test } from '@jest/globals';
import { commitmentOf } from './commitment.ts';
import type { RandomisationEvent, RandomisationRow, Randomisations } from './find-randomisations.ts';
import { armAt } from './permuted-blocks.ts';
import { findReplayMismatch } from './replay-allocation.ts';

const SEED = 'a seed that is published for this test vector';
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute));

/** As the API allocates the place of a stratum, and as the audit log has it. */
function allocated(stratum: string, position: number, participantId: string) {
  const arm = armAt(SEED, stratum, position);
  return {
    ...{ stratum, position, arm, participantId, armInForce: arm, stratumInForce: stratum },
    drawnAt: at(position),
    event: {
      ...{ at: at(position), subject: participantId, hash: 'hash', stratum: null, position: null },
      seal: commitmentOf(SEED, { stratum, position, arm, participantId }),
    },
  } satisfies RandomisationRow;
}

/** The published list of `low` begins U R U, and that of `high` R R. */
const low = [allocated('low', 0, 'p1'), allocated('low', 1, 'p2'), allocated('low', 2, 'p3')] as const;
const high = [allocated('high', 0, 'p4')] as const;
const all: Randomisations = {
  ...{ allocations: [...low, ...high], taken: { low: 3, high: 1 }, eventsLeft: [], withoutAllocation: 0 },
};
const replay = (more: Partial<Randomisations>) => findReplayMismatch({ ...all, ...more }, SEED);
/** With the second allocation changed. */
const replayWith = (changed: Partial<RandomisationRow>) =>
  replay({ allocations: [low[0], { ...low[1], ...changed }, low[2], ...high] });
const replayWithEvent = (changed: Partial<RandomisationEvent>) =>
  replayWith({ event: { ...low[1].event, ...changed } });

test('allocations that follow the lists of the seed verify, and by another seed they do not', () => {
  expect(replay({})).toBeNull();
  expect(findReplayMismatch(all, 'another seed')).toMatch(/the list says|another allocation/);
});

test('a participant whose information was deleted verifies by the arm and the time alone', () => {
  const gone = { participantId: null, armInForce: null, stratumInForce: null };
  expect(replayWith(gone)).toBeNull();
  expect(
    replay({ allocations: [{ ...low[0], ...gone }, { ...low[1], ...gone }, low[2], ...high] }),
  ).toBeNull();
  expect(replayWith({ ...gone, arm: 'usual-care' })).not.toBeNull();
});

test('an event under an anonymous subject is not compared with the participant', () => {
  expect(replayWithEvent({ subject: 'anonymous', seal: null })).toBeNull();
});

test('an event of an earlier release names its place openly', () => {
  expect(replayWithEvent({ seal: null, stratum: 'low', position: 1 })).toBeNull();
});

const PLACE = 'place 1 of the stratum "low"';
const ANOTHER = `${PLACE}: the audit log has another allocation`;
test.each<[string, () => string | null, string]>([
  [
    'an arm that the list has not there',
    () => replayWith({ arm: 'usual-care' }),
    `${PLACE}: the list says reduction, and usual-care was allocated`,
  ],
  ['no event', () => replayWith({ event: null }), `${PLACE}: the audit log has no event of it`],
  ['another time', () => replayWithEvent({ at: at(30) }), `${PLACE}: the audit log has another time`],
  [
    'a participant twice',
    () => replayWith({ participantId: 'p1' }),
    `${PLACE}: its participant has been randomised before`,
  ],
  [
    'a participant in the other arm',
    () => replayWith({ armInForce: 'usual-care' }),
    `${PLACE}: reduction was allocated, and the participant is in usual-care`,
  ],
  [
    'a participant in another stratum',
    () => replayWith({ stratumInForce: 'high' }),
    `${PLACE}: reduction was allocated from this stratum, and the participant is in "high"`,
  ],
  [
    'a participant in no stratum',
    () => replayWith({ stratumInForce: null }),
    `${PLACE}: reduction was allocated from this stratum, and the participant is in none`,
  ],
  ['the commitment of another place', () => replayWithEvent({ seal: high[0].event.seal }), ANOTHER],
  [
    'the commitment of another place, with the right one named openly',
    () => replayWithEvent({ seal: high[0].event.seal, stratum: 'low', position: 1 }),
    ANOTHER,
  ],
  ['neither a commitment nor a place', () => replayWithEvent({ seal: null }), ANOTHER],
  [
    'another stratum named openly',
    () => replayWithEvent({ seal: null, stratum: 'high', position: 1 }),
    ANOTHER,
  ],
  ['another place named openly', () => replayWithEvent({ seal: null, stratum: 'low', position: 2 }), ANOTHER],
  [
    'a place left out',
    () => replay({ allocations: [low[0], low[2], ...high] }),
    'place 2 of the stratum "low" was allocated, and 1 comes next',
  ],
  [
    'a first place left out',
    () => replay({ allocations: [low[1]] }),
    'place 1 of the stratum "low" was allocated, and 0 comes next',
  ],
  [
    'a place allocated twice',
    () => replay({ allocations: [low[0], { ...low[0], participantId: 'p9' }] }),
    'place 0 of the stratum "low" was allocated, and 1 comes next',
  ],
  [
    'a count that runs ahead',
    () => replay({ taken: { low: 4, high: 1 } }),
    'the stratum "low" counts 4 places as taken and has 3 allocations',
  ],
  [
    'a count of a stratum without allocations',
    () => replay({ allocations: [...low] }),
    'the stratum "high" counts 1 places as taken and has 0 allocations',
  ],
  [
    'a stratum without a count',
    () => replay({ taken: { low: 3 } }),
    'the stratum "high" counts 0 places as taken and has 1 allocations',
  ],
  [
    'an event without an allocation',
    () => replay({ eventsLeft: [{ ...low[0].event, at: at(7) }] }),
    'the audit log has a randomisation at 2026-11-20T09:07:00.000Z without an allocation',
  ],
  [
    'a group without an allocation',
    () => replay({ withoutAllocation: 1 }),
    '1 participants have a group without an allocation',
  ],
])('the replay of the lists finds and names %s', (_what, found, expected) => {
  expect(found()).toBe(expected);
});
