import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../compile/made-from.ts';

/** A package that a production install brings, as the lock has it. */
export type ProductionPackage = {
  /** its folder below the project */
  path: string;
  name: string;
  version: string;
  license: string | undefined;
  /** only for some machines, or where somebody else installs it */
  isOptional: boolean;
  /** SHA-512 of what the registry sends, in base64 */
  sha512: string | undefined;
  /** the folders of the packages that it uses */
  uses: string[];
};

type Locked = {
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  /** it comes inside the file of the package above */
  inBundle?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const MODULES = 'node_modules/';

/** What `npm ci --omit=dev` installs, from the lock alone, for every platform. */
export function listProductionPackages(lock = readLock()): ProductionPackage[] {
  const kept = Object.entries(lock).filter(([path, { dev, devOptional }]) => path && !dev && !devOptional);
  const paths = new Set(kept.map(([path]) => path));
  return kept.map(([path, locked]) => ({
    path,
    name: locked.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length),
    version: locked.version,
    license: locked.license,
    isOptional: locked.optional ?? false,
    sha512: /sha512-(\S+)/.exec(locked.integrity ?? '')?.[1],
    uses: usedBy(path, locked, paths),
  }));
}

export function readLock(): Record<string, Locked> {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return lock.packages;
}

/** Where Node finds what a package asks for: in its own folder, or in one above. */
function usedBy(path: string, locked: Locked, paths: Set<string>): string[] {
  const names = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies });
  return names.flatMap((name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${MODULES}`)))) {
      const found = folder ? `${folder}/${MODULES}${name}` : `${MODULES}${name}`;
      if (paths.has(found)) return [found];
      if (!folder) return [];
    }
  });
}
