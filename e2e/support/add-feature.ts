/**
 * Makes a new feature beside a checkout, as `npm run new:feature` does, and puts its first release live in a folder of
 * releases. `node add-feature.ts NAME CHECKOUT RELEASES`; a process of its own, since webpack is not for the test runner.
 */
import { buildRelease } from '@stepwise/tooling/build/build-release';
import { createFeature } from '@stepwise/tooling/build/create-feature';
import { sourcePackage } from '@stepwise/tooling/build/source-packages';
import { makeLive } from '@stepwise/tooling/release/make-live';

const [given = '', checkout = '', releases = ''] = process.argv.slice(2);
const name = createFeature(checkout, given);
const release = await buildRelease(sourcePackage(checkout, name), releases);
await makeLive(releases, new Map([[name, release]]));
