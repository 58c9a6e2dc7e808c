import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { ReleaseAsset } from '@stepwise/shared-contracts/federation/registry';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import type { EntityManager } from '../platform/database/orm.ts';
import { ReleaseFile } from './release.entities.ts';

/** The content of a release's files by path; compressed forms are files of their own, `.br` and `.gz`. */
export type ReleaseFiles = ReadonlyMap<string, Buffer>;

/** The files of a published release; none where there is no such release. */
export async function readReleaseFiles(
  em: EntityManager,
  name: string,
  version: string,
): Promise<ReleaseFiles> {
  const files = await em.find(ReleaseFile, { package: name, version });
  return new Map(files.map(({ path, content }) => [path, content]));
}

const DECOMPRESS = { br: promisify(brotliDecompress), gz: promisify(gunzip) };

/** Whether an asset is there as it was built, and each compressed form that is there is it as well. */
export async function isAsBuilt(files: ReleaseFiles, { path, integrity }: ReleaseAsset): Promise<boolean> {
  const content = files.get(path);
  if (!content || integrityOf(content) !== integrity) return false;
  const forms = (['br', 'gz'] as const).map(async (form) => {
    const compressed = files.get(`${path}.${form}`);
    if (!compressed) return true;
    // A form that grows beyond the file is not the file.
    const options = { maxOutputLength: content.length };
    return content.equals(await DECOMPRESS[form](compressed, options).catch(() => Buffer.of()));
  });
  return (await Promise.all(forms)).every(Boolean);
}
