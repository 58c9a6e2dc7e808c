/** Updates `shared-contracts/api-report.txt`: `npm run api:report`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import { declareApi, whySameVersion } from './api-report.ts';

const contracts = resolve(import.meta.dirname, '../..');
const file = resolve(contracts, 'api-report.txt');
const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
const after = declareApi(contracts, CONTRACT_VERSION);
const reason = whySameVersion(before, after);
if (reason) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
} else writeFileSync(file, after);
