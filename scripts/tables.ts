import { writeFileSync } from 'node:fs';
import { drawTables } from './tables/draw-tables.ts';
import { readTables, TABLES_PAGE } from './tables/read-tables.ts';

// Writes docs/tables.md: a picture of the tables, made from their declarations in src/db/tables.
const tables = await readTables();
writeFileSync(TABLES_PAGE, drawTables(tables));
console.log(`docs/tables.md is written: ${tables.length} tables.`);
