import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#platform/db/database.ts';
import { saveVersion } from './program-version.queries.ts';

const PRODUCT = join(import.meta.dirname, '../../../package.json');

export const VERSION = (JSON.parse(readFileSync(PRODUCT, 'utf8')) as { version: string }).version;

export const noteVersion = (db: Db): Promise<void> => saveVersion(db, VERSION);
