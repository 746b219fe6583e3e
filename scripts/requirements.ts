import { writeFileSync } from 'node:fs';
import { MAP_PAGE, mapOfProject } from './requirements/read-project.ts';

// Writes docs/requirements.md: every row of the specifications beside the test that shows it.
const { page, missing } = mapOfProject();
writeFileSync(MAP_PAGE, page);
console.log(
  `docs/requirements.md is written; ${missing.length} rows have no test yet` +
    `${missing.length ? `: ${missing.join(' ')}` : ''}.`,
);
