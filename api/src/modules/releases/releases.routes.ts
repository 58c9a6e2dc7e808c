import Router from '@koa/router';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { shapeOfCall } from '@stepwise/shared-contracts/release/call-shape';
import { GateError } from '@stepwise/shared-contracts/release/gate';
import {
  flipOrderSchema,
  publicationSchema,
  type ReleasesView,
  releasesApi,
} from '@stepwise/shared-contracts/release/publish-messages';
import { FlipError } from '@stepwise/tooling/release/flip';
import { performFlip } from '@stepwise/tooling/release/perform-flip';
import { DamagedFileError } from '@stepwise/tooling/release/read-json';
import { RegistryConflictError, readHistory, readRegistry } from '@stepwise/tooling/release/registry-store';
import type { Context, Middleware } from 'koa';
import * as z from 'zod/mini';
import type { Config } from '../../platform/config/config.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { bodyParser } from '../../platform/http/body-parser.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { publishRelease } from './publish-release.command.ts';
import { checkReleaseToken } from './release-tokens.ts';

interface ReleasesDependencies {
  config: Config;
  rateLimits: RateLimits;
  now: () => Date;
}

/**
 * Where teams look at, publish and flip the releases of their package. Outside of people's sessions: a token of the
 * team opens its own package, and nothing else.
 */
export function releaseRoutes({ config, rateLimits, now }: ReleasesDependencies): Router {
  const { releasesDir, releaseTokens } = config;
  const router = new Router();
  const calls = Object.values<Call>(allCalls).map(shapeOfCall);
  const nameOf = (ctx: Context): string => (ctx.params as { name: string }).name;

  // The token first: nobody else makes the server read a large body.
  const forTeam: Middleware = async (ctx, next) => {
    await rateLimits.release(ctx.ip);
    checkReleaseToken(releaseTokens, ctx.get('authorization'), nameOf(ctx));
    ctx.set('cache-control', 'no-store');
    await next();
  };

  router.get(releasesApi.package(':name'), forTeam, async (ctx) => {
    const history = await refusing(readHistory(releasesDir));
    ctx.body = {
      registry: await refusing(readRegistry(releasesDir)),
      history: history.filter((entry) => entry.package === nameOf(ctx)),
    } satisfies ReleasesView;
  });
  router.post(releasesApi.package(':name'), forTeam, bodyParser('json', '8mb'), async (ctx) => {
    await refusing(publishRelease(releasesDir, nameOf(ctx), read(publicationSchema, ctx)));
    ctx.status = 204;
  });
  router.post(releasesApi.live(':name'), forTeam, bodyParser('json', '64kb'), async (ctx) => {
    const name = nameOf(ctx);
    const origin = { who: `the team of ${name}`, at: now(), calls };
    await refusing(performFlip(releasesDir, name, read(flipOrderSchema, ctx), origin));
    ctx.status = 204;
  });
  return router;
}

function read<S extends z.ZodMiniType>(schema: S, ctx: Context): z.output<S> {
  const { success, data, error } = z.safeParse(schema, (ctx.request as { body?: unknown }).body);
  if (success) return data;
  throw new AppError(
    'bad-request',
    'Some values have the wrong shape.',
    error.issues.map(({ path, message }) => ({ path: path.map(String), message })),
  );
}

/** Turns what releasing refuses into the API's refusals. */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (error instanceof GateError)
      throw new AppError(
        'unprocessable',
        'The release was refused. What is live has not changed.',
        error.faults.map(({ cause, remedy }) => ({ path: [], message: `${cause} ${remedy}` })),
      );
    if (error instanceof DamagedFileError) throw new AppError('internal', message);
    if (error instanceof FlipError) throw new AppError('unprocessable', message);
    if (error instanceof RegistryConflictError) throw new AppError('conflict', message);
    if (code === 'EROFS' || code === 'EACCES')
      throw new AppError('unavailable', 'This server may not write into its releases’ folder.');
    throw error;
  }
}
