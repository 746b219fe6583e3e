import { basename, dirname } from 'node:path';
import { MODULES } from './place.ts';

/** What the platform keeps for itself, outside of the business. */
const PLATFORM_FOLDERS: Record<string, string> = {
  platform: 'src/platform/',
  sandbox: 'src/platform/payments/sandbox/',
};

/**
 * The demo's people are written as rows, because they do not register themselves; what they buy, and the
 * season that they buy from, goes through the services.
 */
const WRITTEN_BY_DEMO = ['accounts', 'students'];

/** The module that a file of src/db/tables belongs to. */
export function moduleOfTables(path: string): string {
  const [file, room] = [basename(path, '.ts'), basename(dirname(path))];
  return room === 'tables' ? file : room;
}

/** The folder whose queries may write the tables of a file; undefined when no module owns them. */
export function ownerOf(tables: string): string | undefined {
  const module = moduleOfTables(tables);
  return MODULES.includes(module) ? `src/modules/${module}/` : PLATFORM_FOLDERS[module];
}

/** Whether a file may insert, update or delete rows of the tables that another file declares. */
export function mayWrite(path: string, tables: string): boolean {
  if (path.startsWith('src/db/demo/')) return WRITTEN_BY_DEMO.includes(moduleOfTables(tables));
  const owner = ownerOf(tables);
  return owner !== undefined && path.startsWith(owner) && path.endsWith('.queries.ts');
}
