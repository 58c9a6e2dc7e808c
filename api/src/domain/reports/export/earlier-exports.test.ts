import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/**
 * Exports of earlier commits (5b05225a, f086f2f2~1): of the same 18 simulated people, without the folders redcap/ and analysis/.
 * One stopped all contact on day 64 and became anonymous on day 154, which format 2 counts as the last day observed.
 */
const EXPORTS = join(import.meta.dirname, 'earlier-exports');
const SCRIPTS = join(import.meta.dirname, 'analysis');

/** What the simulation knew of these people. */
const RETENTION = [
  ...['reduction 3 8 8', 'reduction 6 8 8', 'reduction 12 5 5', 'reduction 18 2 2', 'reduction 24 1 1'],
  ...['usual-care 3 6 4', 'usual-care 6 6 4', 'usual-care 12 4 2', 'usual-care 18 2 1'],
];
const FLOW = {
  ...{
    consented: '14 8 6',
    randomised: '14 8 6',
    withdrew: '1 0 1',
    anonymous: '1 0 1',
    'going-on': '12 8 4',
  },
  ...{ 'left-plan': '2 2 0', recording: '8 8 0', 'early-step': '5 5 0', 'late-record': '4 4 0' },
};
const EVENTS = { signs: 9, 'signs-self-harm': 3, 'signs-waiting': 4, 'early-steps': 8, 'late-records': 5 };

const inRows = (rows: Record<string, unknown>[]) => rows.map((row) => Object.values(row).join(' '));

describe.each([
  ['python3', 'analyse.py'],
  ['Rscript', 'analyse.R'],
])('an earlier export is read by %s', (command, script) => {
  const isInstalled = spawnSync(command, ['--version']).status === 0;
  const analyse = (format: number) => {
    const place = join(EXPORTS, `format-${format}.zip`);
    const { stdout, stderr, status } = spawnSync(command, [join(SCRIPTS, script), place, '--json'], {
      encoding: 'utf8',
    });
    return { result: JSON.parse(stdout), said: stderr.trimEnd().split('\n'), status };
  };

  for (const format of [2, 3])
    (isInstalled ? test : test.skip)(`of format ${format}, to the numbers of its people`, () => {
      const { result } = analyse(format);
      const flow = Object.fromEntries(
        Object.keys(FLOW).map((box) => [
          box,
          [null, 'reduction', 'usual-care']
            .map(
              (arm) =>
                result.flow.find(
                  (row: { box: string; arm: string | null }) => row.box === box && (row.arm ?? null) === arm,
                ).people,
            )
            .join(' '),
        ]),
      );
      expect(flow).toEqual(FLOW);
      expect(inRows(result.retention)).toEqual(RETENTION);
      expect(result.events).toMatchObject(EVENTS);
      expect(result.primary ?? null).toBeNull();
      expect(new Set(result.baseline.map(({ item }: { item: string }) => item))).toEqual(
        new Set(format === 2 ? ['stratum'] : ['stratum', 'medicine_id', 'dose_id', 'duration_id']),
      );
    });

  (isInstalled ? test : test.skip)('and said to count otherwise where its format did', () => {
    const { said, status } = analyse(2);
    expect(status).toBe(1);
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/^censoring days?/);
    expect(said[1]).toMatch(/^retention/);
    expect(analyse(3)).toMatchObject({ said: [''], status: 0 });
  });
});
