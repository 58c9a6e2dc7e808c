import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import type { CallShape } from '@stepwise/shared-contracts/federation/registry';
import { shapeOfCall } from '@stepwise/shared-contracts/release/call-shape';
import type { Compiler, Dependency, Module } from 'webpack';
import * as z from 'zod/mini';

const sharedSchema = z.object({ options: z.object({ shareKey: z.string() }) });
const importSchema = z.object({ request: z.string(), ids: z.array(z.string()) });

/** Collects, while a feature is built, which shared modules and which calls its sources import. */
export class CollectDependencies {
  readonly #shared = new Set<string>();
  readonly #calls = new Set<string>();

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('CollectDependencies', (compilation) => {
      // Before modules are joined into one scope, imports are still separate.
      compilation.hooks.finishModules.tap('CollectDependencies', (modules) => {
        for (const module of modules) this.#collect(module);
      });
    });
  }

  /** The names of the shared modules imported. */
  get shared(): string[] {
    return [...this.#shared].sort();
  }

  /** The calls imported, as this checkout defines them. */
  get calls(): CallShape[] {
    const known = allCalls as Record<string, Call>;
    return [...this.#calls].sort().flatMap((name) => (known[name] ? [shapeOfCall(known[name])] : []));
  }

  #collect(module: Module): void {
    if (module.type === 'consume-shared-module')
      this.#shared.add(sharedSchema.parse(module).options.shareKey);
    for (const dependency of module.dependencies) this.#collectCall(dependency);
  }

  #collectCall(dependency: Dependency): void {
    const { success, data } = importSchema.safeParse(dependency);
    if (!success || !/\/calls\/[a-z-]+\.calls(\.[jt]s)?$/.test(data.request)) return;
    const [name] = data.ids;
    if (name) this.#calls.add(name);
  }
}
