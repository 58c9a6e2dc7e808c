/**
 * Makes what was built in FOLDER live in a running product: `node publish-releases.ts FOLDER`, with the
 * product's address as STEPWISE_URL and the team's token in the file that STEPWISE_RELEASE_TOKEN_FILE names. The product
 * checks each release; it is not opened in a browser first, as by `npm run release`. Waits for a product that does not answer
 * or asks to wait, and ends with 1 where it rejects the release.
 */
import { readFileSync } from 'node:fs';
import { publishBuilt, untilAnswered } from './publish-built.ts';
import { releaseTarget, TargetError } from './release-target.ts';

const [folder] = process.argv.slice(2);
const { STEPWISE_URL: url, STEPWISE_RELEASE_TOKEN_FILE: tokenFile } = process.env;
if (!folder || !url || !tokenFile)
  throw new Error('Name the folder, STEPWISE_URL and STEPWISE_RELEASE_TOKEN_FILE.');

try {
  const target = releaseTarget(url, readFileSync(tokenFile, 'utf8').trim());
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const line of await untilAnswered(() => publishBuilt(folder, target), { say })) say(line);
} catch (error) {
  if (!(error instanceof TargetError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
