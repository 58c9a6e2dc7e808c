import { SourceMap } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { EntityManager } from '../platform/database/orm.ts';
import { ReleaseSourceMap } from './release.entities.ts';

/** `/features/<name>/<version>/` or `/shell/<version>/`, the folder of a repeated attempt, then file, line and column. */
const FRAME = /^\/(?:features\/(mf-[\w-]+)|shell)\/([^/]+)\/(?:~\d+\/)?([^/:]+):(\d+):(\d+)$/;
const MAX_BYTES = 32_000_000;
const decompress = promisify(gunzip);

/**
 * Finds the source file, line and column of a place in a built file, as `mf-plan/src/pages/plan.page.tsx:12:5`. Gives the place as
 * it is where no source map says more. Each map is read once.
 */
export function openSourceMaps(em: EntityManager): (frame: string) => Promise<string> {
  const maps = new Map<string, Promise<SourceMap | null>>();

  async function read(name: string, version: string, path: string): Promise<SourceMap | null> {
    const row = await em.fork().findOne(ReleaseSourceMap, { package: name, version, path });
    if (!row) return null;
    // A team brings its maps itself, so they may be anything.
    const content = await decompress(row.content, { maxOutputLength: MAX_BYTES });
    return new SourceMap(JSON.parse(String(content)));
  }

  return async (frame) => {
    const [, name = SHELL, version = '', path = '', line, column] = FRAME.exec(frame) ?? [];
    const key = `${name} ${version} ${path}`;
    const reading = maps.get(key) ?? read(name, version, path).catch(() => null);
    maps.set(key, reading);
    const map = await reading;
    // Both count from 0 there.
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
    return found && 'originalSource' in found && found.originalSource
      ? `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`
      : frame;
  };
}
