import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import { declareApi, whySameVersion } from './api-report.ts';

const CONTRACTS = resolve(import.meta.dirname, '../..');

describe('the API report of shared-contracts', () => {
  test('is of these sources; `npm run api:report` updates it', () => {
    const report = readFileSync(resolve(CONTRACTS, 'api-report.txt'), 'utf8');
    expect(report).toBe(declareApi(CONTRACTS, CONTRACT_VERSION));
    expect(report).toContain('export interface HostServices');
  });

  test('changes with a version only', () => {
    const report = (version: string, text: string) => `// @stepwise/shared-contracts ${version}\n${text}`;
    const before = report('0.1.4', 'a: string;');
    expect(whySameVersion(before, before)).toBeUndefined();
    expect(whySameVersion(before, report('0.1.5', 'a: number;'))).toBeUndefined();
    expect(whySameVersion(before, report('0.1.4', 'a: number;'))).toContain(
      'Raise @stepwise/shared-contracts 0.1.4',
    );
    expect(whySameVersion(report('0.1.41', 'a: string;'), before)).toBeUndefined();
  });
});
