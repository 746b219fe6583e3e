import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { drawTables } from './tables/draw-tables.ts';
import { readTables, TABLES_PAGE } from './tables/read-tables.ts';

// Writes build/tables.md: a picture of the tables, made from their declarations in src/db/tables.
const tables = await readTables();
mkdirSync(dirname(TABLES_PAGE), { recursive: true });
writeFileSync(TABLES_PAGE, drawTables(tables));
console.log(`build/tables.md is written: ${tables.length} tables.`);
