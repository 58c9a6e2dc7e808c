/** In the build of a package's image, beside its folder: type-checks what it releases. `node check-released-types.ts NAME` */
import { BuildError } from '../build/build-error.ts';
import { checkTypes } from './check-types.ts';

const [name = ''] = process.argv.slice(2);
try {
  await checkTypes(process.cwd(), name);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
