/**
 * Keeps in a folder what a server saves at its first start, for stacks that start from a copy of it:
 * `node e2e/support/prepare-data.ts FOLDER`, and PREPARED_DATA=FOLDER for what starts them.
 */
import { copyData, startStack } from './stack.ts';

const [folder = ''] = process.argv.slice(2);
const stack = await startStack();
await stack.end();
await copyData(stack.dataDir, folder);
await stack.stop();
