/** `npm run test:hostile`: sends any number of hostile requests that follow from a seed (docs/development.md). */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const USAGE = `Sends hostile requests to an API and a database of its own, and verifies the audit log after them:
  npm run test:hostile -- --requests 100000 --seed 1
`;

/** Beside the requests, what one person, network, release or database role tries against everybody else. */
const ATTACKS = [
  'api/src/hostile',
  'share-connections.api.test.ts',
  'rate-limits.api.test.ts',
  'known-address.api.test.ts',
  'hostile-builds',
  'start-renderer',
  'document-markup.api.test.ts',
  'documents.api.test.ts',
  'release-checks',
  'change-deployment.api.test.ts',
  'recall.test.ts',
  'recent-proof.api.test.ts',
  'renew-session.api.test.ts',
  'session/passkeys.api.test.ts',
  'team/passkeys.api.test.ts',
  'send-account-notice.api.test.ts',
  'remembered-device.api.test.ts',
  'guessable-words',
  'estimate-strength',
  'csv.test.ts',
  'audit/one-export',
  'is-loopback',
  'metrics.api.test.ts',
];

const given = readArguments();
if (given) {
  const { status } = spawnSync('npm', ['run', '--silent', 'test:unit', '--', ...ATTACKS], {
    stdio: 'inherit',
    env: { ...process.env, HOSTILE_REQUESTS: given.requests, HOSTILE_SEED: given.seed },
  });
  process.exitCode = status ?? 1;
} else {
  process.stderr.write(USAGE);
  process.exitCode = 1;
}

function readArguments(): { requests: string; seed: string } | null {
  try {
    const options = {
      requests: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
    } as const;
    const { values } = parseArgs({ options });
    const areNumbers = [values.requests, values.seed].every((value) => /^\d{1,7}$/.test(value));
    return areNumbers ? values : null;
  } catch {
    return null;
  }
}
