import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** One import of one file. `to` is a path from the project's root, or a package's name. */
export type Import = {
  from: string;
  to: string;
  isPackage: boolean;
  /** erased before it runs: it brings a shape and no behavior */
  isTypeOnly: boolean;
};

/**
 * Reads what a source file imports: values, types, re-exports, and imports at run time.
 * @throws Error when the file cannot be parsed; an unread file must never pass for an innocent one
 */
export function readImports(path: string, source: string): Import[] {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found = new Map<string, boolean>();
  const note = (specifier: string | undefined, isTypeOnly: boolean) => {
    if (specifier !== undefined) found.set(specifier, isTypeOnly && (found.get(specifier) ?? true));
  };
  for (const { moduleRequest, entries } of module.staticImports)
    note(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  for (const { moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries))
    note(moduleRequest?.value, isType);
  for (const { moduleRequest } of module.dynamicImports)
    note(literalIn(source.slice(moduleRequest.start, moduleRequest.end)), false);
  return [...found].map(([specifier, isTypeOnly]) => ({
    from: path,
    isTypeOnly,
    ...resolved(path, specifier),
  }));
}

function literalIn(text: string): string | undefined {
  return /^(['"`])([^$]*)\1$/.exec(text)?.[2];
}

// Imports of ours name the whole file, so resolving one is joining two paths.
export function resolved(from: string, specifier: string): { to: string; isPackage: boolean } {
  // The brand folder of whichever company is built.
  if (specifier.startsWith('#company/')) return { to: `src/brand/${specifier.slice(1)}`, isPackage: false };
  if (specifier.startsWith('#')) return { to: `src/${specifier.slice(1)}`, isPackage: false };
  if (specifier.startsWith('.')) return { to: normalize(join(dirname(from), specifier)), isPackage: false };
  return { to: packageOf(specifier), isPackage: true };
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
