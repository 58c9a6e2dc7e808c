import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorBodySchema } from '@stepwise/shared-contracts/calls/errors';
import { releaseFolder } from '@stepwise/shared-contracts/federation/registry';
import { shapesOfOpenApi } from '@stepwise/shared-contracts/release/call-shape';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import {
  type Publication,
  releasesApi,
  releasesViewSchema,
} from '@stepwise/shared-contracts/release/publish-messages';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import { openDraft, placeRelease, RELEASE_FILE } from './release-folders.ts';
import { PlaceError, type ReleasePlace } from './release-place.ts';

/** A running product, reached with a team's token. */
export function httpPlace(url: string, token: string): ReleasePlace {
  async function ask(path: string, body?: object): Promise<Response> {
    const response = await fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new PlaceError(`${url} cannot be reached (${String(error.cause ?? error)}).`);
    });
    if (!response.ok) throw new PlaceError(await refusalOf(response));
    return response;
  }

  return {
    where: `at ${url}`,
    look: async (name) => {
      const response = await ask(releasesApi.package(name));
      const view = releasesViewSchema.safeParse(await response.json().catch(() => undefined));
      if (view.success) return view.data;
      throw new PlaceError(
        `${response.url} answered what this checkout does not understand. Is it Stepwise, of the same age?`,
      );
    },
    calls: async () => shapesOfOpenApi(await (await ask('/api/openapi.json')).json()),
    async copy(name, release, folder) {
      const draft = await openDraft(folder);
      for (const { path, integrity } of release.extras.assets) {
        const response = await ask(releaseFolder(release) + path);
        const content = Buffer.from(await response.arrayBuffer());
        if (integrityOf(content) !== integrity)
          throw new PlaceError(`${path} of ${name} at ${url} is not the file that was released.`);
        await writeFile(join(draft, path), content);
      }
      await writeFile(join(draft, RELEASE_FILE), JSON.stringify(release));
      await placeRelease(draft, join(folder, releasePath({ name, version: release.metadata.version })));
    },
    async publish(name, release, folder) {
      const files = release.extras.assets.map(async ({ path }) => {
        const content = await readFile(join(folder, releaseFolder(release), path));
        return [path, content.toString('base64')] as const;
      });
      const publication: Publication = { release, files: Object.fromEntries(await Promise.all(files)) };
      await ask(releasesApi.package(name), publication);
    },
    async flip(name, order) {
      await ask(releasesApi.live(name), order);
    },
  };
}

/** The refusal in the server's own words. */
async function refusalOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error } = errorBodySchema.parse(JSON.parse(text));
    return [error.message, ...error.issues.map(({ message }) => `  - ${message}`)].join('\n');
  } catch {
    return `${response.url} answered ${response.status}.`;
  }
}
