import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { MAP_PAGE, mapOfProject } from './requirements/read-project.ts';

// Writes build/requirements.md: every row of the specifications beside the test that shows it.
const { page, missing } = mapOfProject();
mkdirSync(dirname(MAP_PAGE), { recursive: true });
writeFileSync(MAP_PAGE, page);
console.log(
  `build/requirements.md is written; ${missing.length} rows have no test yet` +
    `${missing.length ? `: ${missing.join(' ')}` : ''}.`,
);
