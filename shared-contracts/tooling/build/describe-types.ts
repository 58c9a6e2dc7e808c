import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonSchema } from '@stepwise/shared-contracts/federation/registry';
import {
  API,
  type Checker,
  type Symbol as CompilerSymbol,
  type Signature,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';

/** What the shell hands to features beside modules and calls, by the modules of shared-contracts that export its types. */
const DESCRIBED = {
  'store/participant-store': ['ParticipantState', 'ParticipantStore'],
  'federation/host-services': ['HostServices'],
  'client/client': ['Client'],
  'client/outbox': ['Outbox'],
};

const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'es2023',
  lib: ['esnext', 'dom'],
  jsx: 'react-jsx',
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

let described: Record<string, JsonSchema> | undefined;
/** The types of the store and the host services of this process's shared-contracts, by their names. */
export function describeTypes(): Record<string, JsonSchema> {
  const installed = createRequire(import.meta.url);
  described ??= describeTypesIn((module) =>
    // An installed package has the source, with its types, beside the script.
    installed.resolve(`@stepwise/shared-contracts/${module}`).replace(/\.js$/, '.ts'),
  );
  return described;
}

/**
 * The same of the shared-contracts whose modules `fileOf` finds. Written as JSON schemas are, with functions, so that they are
 * compared as the calls are. Types of other packages are their names: the ranges of shared modules say whether those suit.
 */
export function describeTypesIn(fileOf: (module: string) => string): Record<string, JsonSchema> {
  const draft = mkdtempSync(join(tmpdir(), 'stepwise-types-'));
  const config = join(draft, 'tsconfig.json');
  const modules = Object.entries(DESCRIBED).map(([module, names]) => ({ file: fileOf(module), names }));
  const files = modules.map(({ file }) => file);
  writeFileSync(config, JSON.stringify({ files, compilerOptions: COMPILER_OPTIONS }));
  const api = new API();
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`The compiler does not open ${config}.`);
    const { checker, program } = project;
    const describe = describer(checker, dirname(dirname(files[0] ?? '')));
    return Object.fromEntries(
      modules.flatMap(({ file, names }) => {
        const source = program.getSourceFile(file);
        const module = source && checker.getSymbolAtLocation(source);
        const exported = module ? checker.getExportsOfModule(module) : [];
        return names.map((name) => {
          const symbol = exported.find((each) => each.name === name);
          if (!symbol) throw new Error(`${file} does not export ${name}.`);
          const own = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
          return [name, describe(checker.getDeclaredTypeOfSymbol(own))];
        });
      }),
    );
  } finally {
    api.close();
    rmSync(draft, { recursive: true });
  }
}

function describer(checker: Checker, contracts: string): (type: Type) => JsonSchema {
  const names = new Set(Object.values(DESCRIBED).flat());
  /** The types that hold the one that is described. */
  const around: number[] = [];
  const isOwn = (symbol: CompilerSymbol | undefined) =>
    symbol?.declarations[0]?.path.startsWith(`${contracts}/`) ?? false;

  function describe(type: Type): JsonSchema {
    if (type.flags & TypeFlags.Boolean) return { enum: ['false', 'true'] };
    if (type.isLiteralType()) return { enum: [String(type.value)] };
    if (type.isUnionType()) return describeUnion(type.getTypes());
    const plain = { type: checker.typeToString(type) };
    if (!(type.isObjectType() || type.isIntersectionType()) || around.includes(type.id)) return plain;
    const { name = '' } = type.getSymbol() ?? {};
    if (around.length > 0 && names.has(name)) return { type: name };
    around.push(type.id);
    const found = describeObject(type, plain);
    around.pop();
    return found;
  }

  function describeUnion(types: readonly Type[]): JsonSchema {
    const all = types.map(describe);
    const values = [...new Set(all.flatMap((one) => (Array.isArray(one.enum) ? one.enum : [])))].sort();
    const others = all.filter((one) => !one.enum).map((one) => JSON.stringify(one));
    const choices = [
      ...(values.length > 0 ? [{ enum: values }] : []),
      // In an order that does not depend on what the compiler met first.
      ...others.sort().map((one) => JSON.parse(one)),
    ];
    return choices.length === 1 ? choices[0] : { anyOf: choices };
  }

  function describeObject(type: Type, plain: JsonSchema): JsonSchema {
    const symbol = type.getSymbol();
    if ((type.isClassOrInterface() || type.isTypeReference()) && !isOwn(symbol)) {
      const [item, ...others] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
      return item && others.length === 0 ? { type: symbol?.name, items: describe(item) } : plain;
    }
    const properties = checker.getPropertiesOfType(type);
    const [call, ...overloads] = checker.getSignaturesOfType(type, SignatureKind.Call);
    if (call && properties.length + overloads.length === 0) return describeFunction(call);
    if (call || checker.getIndexInfosOfType(type).length > 0) return plain;
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map((each) => [each.name, typeOf(each)] as const).sort()),
      required: properties
        .filter(({ flags }) => !(flags & SymbolFlags.Optional))
        .map(({ name }) => name)
        .sort(),
    };
  }

  const describeFunction = (signature: Signature): JsonSchema => ({
    type: 'function',
    parameters: signature.getParameters().map(typeOf),
    returns: describeFound(checker.getReturnTypeOfSignature(signature)),
  });
  const typeOf = (symbol: CompilerSymbol): JsonSchema => describeFound(checker.getTypeOfSymbol(symbol));
  const describeFound = (type: Type | undefined): JsonSchema => (type ? describe(type) : {});

  return describe;
}
