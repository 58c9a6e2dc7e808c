/**
 * Makes a new feature beside a checkout, as `npm run new:feature` does, and builds its first release into the folder of a
 * build. `node add-feature.ts NAME CHECKOUT BUILD`; a process of its own, since webpack is not for the test runner.
 */
import { readBuiltVersions } from '@stepwise/shared-contracts/release/built-releases';
import { nameNewest } from '@stepwise/tooling/build/build-folder';
import { buildRelease } from '@stepwise/tooling/build/build-release';
import { createFeature } from '@stepwise/tooling/build/create-feature';
import { sourcePackage } from '@stepwise/tooling/build/source-packages';

const [given = '', checkout = '', folder = ''] = process.argv.slice(2);
const name = createFeature(checkout, given);
const release = await buildRelease(sourcePackage(checkout, name), folder);
await nameNewest(folder, { ...(await readBuiltVersions(folder)), [name]: release.metadata.version });
