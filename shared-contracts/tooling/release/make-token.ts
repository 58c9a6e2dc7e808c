/** `npm run release:token -- mf-plan`: makes a token that opens one package, or with `operator` every one, and the line a server knows it by. */
import { createHash, randomBytes } from 'node:crypto';
import { makeAttestationKeys } from '@stepwise/shared-contracts/release/attestation';

const [name = ''] = process.argv.slice(2);
if (/^(operator|shell|mf-[a-z][a-z0-9-]*)$/.test(name)) {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  const { privateKey, publicKey } = makeAttestationKeys();
  process.stdout.write(`The ${name === 'operator' ? name : 'team'}’s STEPWISE_RELEASE_TOKEN, shown this once:
  ${token}
Its STEPWISE_ATTESTATION_KEY, which signs that a browser has opened a release:
  ${privateKey}
The server’s line of RELEASE_TOKENS:
  ${name === 'operator' ? '*' : name} ${hash} ${publicKey}
`);
} else {
  process.stderr.write('Name the package that the token opens: npm run release:token -- mf-plan\n');
  process.exitCode = 1;
}
