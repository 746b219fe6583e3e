import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { silentLog } from '#platform/log/log.ts';
import { sql } from '../../scripts/command/sql.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-sql-'));
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ stop } = await openEmbedded({ dataDir, log: silentLog(), role: 'tool' }));
});
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function run(statement: string, options: Record<string, boolean> = {}) {
  const said: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => Boolean(said.push(String(text))));
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  const code = await sql({ values: [statement], options });
  vi.restoreAllMocks();
  return { code, said: said.join('') };
}

/** @shows MO12.3 */
describe('node schoolrun.js sql', () => {
  it('prints the rows of each statement', async () => {
    expect(await run(`select 7 as id, 'Noor' as name; select null as nothing`)).toEqual({
      code: 0,
      said: 'id | name\n---+-----\n7  | Noor\n1 rows\nnothing\n-------\n\n1 rows\n',
    });
  });

  it('reads only, and writes as the owner with --write', async () => {
    const refused = await run('create table a_table (id int)');
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('read-only transaction') });
    expect(await run('create table a_table (id int)', { write: true })).toEqual({
      code: 0,
      said: 'CREATE\n',
    });
    expect((await run('select count(*) from a_table', { write: true })).code).toBe(0);
  });

  it('repeats the sentence of the database about a wrong statement', async () => {
    expect(await run('selct 1')).toEqual({ code: 1, said: 'syntax error at or near "selct"\n' });
  });
});
