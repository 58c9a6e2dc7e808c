import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { alertCases } from './alert-cases.ts';

interface Rules {
  groups: {
    rules: {
      alert?: string;
      expr: string;
      annotations: Record<string, string>;
      labels: { severity: string };
    }[];
  }[];
}

/** Of PromQL, whose names look like those of series. */
const FUNCTIONS = new Set(['histogram_quantile', 'predict_linear', 'min_over_time', 'max_over_time']);
const here = import.meta.dirname;
const RULES = ['alerts.yml', 'alerts.one-machine.yml', 'alerts.three-machines.yml'];
const alerts = RULES.flatMap((file) => {
  const { groups }: Rules = parse(readFileSync(join(here, file), 'utf8'));
  return groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert));
});
const names = alerts.map(({ alert = '' }) => alert);
const work = mkdtempSync(join(tmpdir(), 'stepwise-alerts-'));
afterAll(() => rmSync(work, { recursive: true }));

/** Debian's packages bring them; .ci/install-engines installs those. */
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
const testOf = (program: string) => (isThere(program) ? test : test.skip);
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? 'accepted' : stdout + stderr;
}

/** The lines below each heading of an alert. */
const sections = new Map(
  readFileSync(join(here, '../../../docs/alerts.md'), 'utf8')
    .replaceAll(/^## .*$/gm, '')
    .split(/^### /m)
    .slice(1)
    .map((text) => text.trim().split('\n'))
    .map(([name = '', ...lines]) => [name, lines] as const),
);

test('each alert has its own section on the page that it names, and no others are kept', () => {
  expect([...sections.keys()].sort()).toEqual([...names].sort());
  for (const { alert = '', annotations } of alerts)
    expect(annotations.runbook_url).toBe(`{{ externalURL }}/user/alerts.md#${alert.toLowerCase()}`);
});

test('each section says what to look at, what to type and when it is over, or whose section does', () => {
  const kindOf = (line: string): string | undefined => /^- \w+:(?= .)/.exec(line)?.[0];
  const isWhole = (lines: string[]): boolean =>
    isDeepStrictEqual(lines.map(kindOf), ['- Look:', '- Type:', '- Over:']);
  const whole = [...sections.keys()].filter((name) => isWhole(sections.get(name) ?? []));
  const likeAnother = new RegExp(`^As (${whole.join('|')})\\b`);
  for (const [name, lines] of sections)
    if (!whole.includes(name)) expect([name, lines]).toEqual([name, [expect.stringMatching(likeAnother)]]);
});

test('each alert has a case of the fault that it names, and of silence', () => {
  expect(Object.keys(alertCases).sort()).toEqual([...names].sort());
  for (const [name, { fires, silent }] of Object.entries(alertCases))
    expect([name, fires.length > 0, silent.length > 0 || name === 'Watchdog']).toEqual([name, true, true]);
});

testOf('promtool')(
  'Prometheus fires each alert by the fault that it names, and stays silent else',
  () => {
    const file = join(work, 'cases.yml');
    const rules = ['alerts.yml', 'alerts.three-machines.yml'].map((each) => join(here, each));
    writeFileSync(file, stringify({ rule_files: rules, evaluation_interval: '1m', tests: packCases() }));
    expect(run('promtool', 'test', 'rules', file)).toBe('accepted');
  },
  300_000,
);

testOf('promtool')('Prometheus loads the configuration of one machine and of three', () => {
  const rules = RULES.map((each) => join(here, each));
  expect(run('promtool', 'check', 'rules', ...rules)).toBe('accepted');
  for (const file of ['prometheus.yml', 'prometheus.three-machines.yml'])
    expect(run('promtool', 'check', 'config', '--syntax-only', join(here, file))).toBe('accepted');
});

testOf('amtool')('Alertmanager loads its configuration', () => {
  expect(run('amtool', 'check-config', join(here, 'alertmanager.example.yml'))).toBe('accepted');
});

testOf('prometheus-blackbox-exporter')('the blackbox exporter loads its configuration', () => {
  const file = join(here, 'blackbox.yml');
  expect(run('prometheus-blackbox-exporter', `--config.file=${file}`, '--config.check')).toBe('accepted');
});

/** As promtool's tests. Each opens a database of its own, so that cases which read none of the same series share one. */
function packCases(): object[] {
  const groups: { reads: Set<string>; input_series: object[]; promql_expr_test: object[] }[] = [];
  for (const { alert = '', expr } of alerts) {
    const { fires, silent, at = '60m' } = alertCases[alert] ?? { fires: [], silent: [] };
    for (const [series, isFiring] of [
      ...fires.map((each) => [each, true] as const),
      ...silent.map((each) => [each, false] as const),
    ]) {
      const reads = [expr, ...Object.keys(series)].flatMap(
        (text) => text.match(/[a-z]+(?:[_:][a-z_]+)+|\bup\b/g) ?? [],
      );
      // What a recorded series is made of.
      if (reads.includes('stepwise:audit_events')) reads.push('stepwise_audit_events');
      let group = groups.find((each) => reads.every((name) => !each.reads.has(name)));
      if (!group) {
        group = { reads: new Set(), input_series: [], promql_expr_test: [] };
        groups.push(group);
      }
      for (const name of reads.filter((each) => !FUNCTIONS.has(each))) group.reads.add(name);
      group.input_series.push(...Object.entries(series).map(([each, values]) => ({ series: each, values })));
      group.promql_expr_test.push({
        expr: `count(count by (alertname) (ALERTS{alertname="${alert}",alertstate="firing"}))`,
        eval_time: at,
        exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
      });
    }
  }
  return groups.map(({ reads: _names, ...group }) => ({ interval: '1m', ...group }));
}
