import { isDeepStrictEqual } from 'node:util';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import type { EntityManager } from '../platform/database/orm.ts';
import { AppError } from '../platform/errors/app-error.ts';
import type { ChangeOrigin } from './change-deployment.command.ts';
import { findRelease } from './read-registry.ts';
import { ReleaseFile, ReleaseRow, ReleaseSourceMap } from './release.entities.ts';
import { describesItself } from './release-checks.ts';
import { isAsBuilt, type ReleaseFiles } from './release-files.ts';

const FILE_LIMIT = 50;

const damaged = (message: string) => new AppError('unprocessable', message);

/**
 * Keeps a release, whole or not at all, for a deployment to follow. The same release again is harmless. Throws
 * unprocessable where files and description differ, conflict where the version is another release.
 */
export async function publishRelease(
  em: EntityManager,
  name: string,
  { release, files, sourceMaps }: { release: Release; files: ReleaseFiles; sourceMaps?: ReleaseFiles },
  origin: ChangeOrigin,
): Promise<void> {
  await rejectDamaged(name, release, files, sourceMaps);
  await saveRelease(em, name, release, files, origin, sourceMaps);
}

/** Throws unprocessable where a release is not what its build made. */
async function rejectDamaged(
  name: string,
  release: Release,
  files: ReleaseFiles,
  sourceMaps: ReleaseFiles = new Map(),
): Promise<void> {
  if (!describesItself(name, release))
    throw damaged(
      'The release contradicts itself: its name, its address or its files. Please build it again.',
    );
  // One release without pins would take the browser's protection from the whole page.
  const { assets, pinned } = release.extras;
  if (!pinned)
    throw damaged('The release loads its files without their hashes. Please build it from a newer checkout.');
  if (assets.length > FILE_LIMIT) throw damaged(`A release holds at most ${FILE_LIMIT} files.`);
  const isNamed = (file: string) =>
    assets.some(({ path }) => [path, `${path}.br`, `${path}.gz`].includes(file));
  if (![...files.keys()].every(isNamed)) throw damaged('There is a file that the release does not name.');
  if (![...sourceMaps.keys()].every(isNamed))
    throw damaged('There is a source map of a file that the release does not name.');
  for (const asset of assets)
    if (!(await isAsBuilt(files, asset)))
      throw damaged(`${asset.path} is not the file that was built: its hash differs. Please build it again.`);
}

/** Keeps a release without looking at it. Throws conflict where the version is another release. */
export async function saveRelease(
  em: EntityManager,
  name: string,
  { url, metadata, extras }: Release,
  files: ReleaseFiles,
  { by, at }: ChangeOrigin,
  sourceMaps: ReleaseFiles = new Map(),
): Promise<void> {
  const { version } = metadata;
  // Who a release is for is said by its deployment only.
  const description = { url, metadata, extras };
  await em.transactional(async (tx) => {
    const row = { package: name, version, description, publishedBy: by, publishedAt: at };
    const query = tx.createQueryBuilder(ReleaseRow).insert(row).onConflict().ignore();
    const { affectedRows } = await query.execute('run');
    if (affectedRows > 0) {
      const rowsOf = (contents: ReleaseFiles) =>
        [...contents].map(([path, content]) => ({ package: name, version, path, content }));
      await tx.insertMany(ReleaseFile, rowsOf(files));
      return void (await tx.insertMany(ReleaseSourceMap, rowsOf(sourceMaps)));
    }
    const existing = await findRelease(tx, name, version);
    if (!isDeepStrictEqual(existing?.description.extras, extras))
      throw new AppError(
        'conflict',
        `${name} ${version} is there already with other content. Build from clean sources.`,
      );
  });
}
