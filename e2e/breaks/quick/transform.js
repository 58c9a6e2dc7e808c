import { join } from 'node:path';
import swc from '@swc/jest';
import { readBroken } from '../break.ts';

/** Compiles as Jest does elsewhere, but one source with a change that the file does not have. */
// biome-ignore lint/style/noDefaultExport: jest asks for one
export default {
  createTransformer({ root, options, change }) {
    const path = join(root, change.file);
    const broken = readBroken(root, change);
    const compile = swc.createTransformer(options);
    const planted = (method) => (text, of, how) => compile[method](of === path ? broken : text, of, how);
    return {
      process: planted('process'),
      processAsync: planted('processAsync'),
      getCacheKey: planted('getCacheKey'),
    };
  },
};
