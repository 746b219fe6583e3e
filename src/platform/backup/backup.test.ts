import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { VERSION } from '#platform/db/program-version.ts';
import { makeBackup, putBack } from './backup.ts';
import { createVault } from '#platform/vault/vault.ts';
import { namesBetween } from '#platform/db/embedded/copy-cluster.ts';

const FILES = {
  'postgres/data/PG_VERSION': '18\n',
  'postgres/password': 'secret',
  'files/students/a.jpg': 'a photo',
  'vault.key': 'a key',
};

const KEYS = [Buffer.alloc(32, 1).toString('base64')];
const OTHER_KEYS = [Buffer.alloc(32, 2).toString('base64')];
const TRUST = { known: { migrations: [], settings: [] }, vaultKeys: KEYS, takesUnsigned: false };

const vaultOf = (keys: readonly string[]) => createVault(keys.map((key) => Buffer.from(key, 'base64')));

const nowhere = () => ({
  dataDir,
  superuserUrl: 'postgres://nobody@127.0.0.1:1/none',
  vault: vaultOf(KEYS),
});

function writeManifest(manifest: object, keys = KEYS): void {
  const text = JSON.stringify(manifest);
  writeFileSync(join(backup, 'backup.json'), text);
  writeFileSync(join(backup, 'backup.signature'), vaultOf(keys).sign('backup', text));
}

const manifestOf = (): object => JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as object;

let folder: string;
let backup: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'schoolrun-backup-'));
  backup = join(folder, 'backup');
  dataDir = join(folder, 'data');
  const files = Object.entries(FILES).map(([path, text]) => {
    mkdirSync(dirname(join(backup, path)), { recursive: true });
    writeFileSync(join(backup, path), text);
    return { path, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
  });
  writeManifest({ made_at: '2027-03-20T14:05:00.000Z', files });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @shows H19.2 */
describe('a backup', () => {
  it('is put back as it was, closed to other accounts, and leaves nothing else there', async () => {
    expect(await putBack(backup, dataDir, TRUST)).toEqual({ made_at: '2027-03-20T14:05:00.000Z', files: 4 });
    for (const [path, text] of Object.entries(FILES))
      expect([readFileSync(join(dataDir, path), 'utf8'), statSync(join(dataDir, path)).mode & 0o077]).toEqual(
        [text, 0],
      );
    expect(readdirSync(dataDir).toSorted()).toEqual(['files', 'postgres', 'vault.key']);
  });

  it('goes into an empty folder, also where a restore was cut off, and into no other', async () => {
    mkdirSync(join(dataDir, '.restoring/files'), { recursive: true });
    await putBack(backup, dataDir, TRUST);
    await expect(putBack(backup, dataDir, TRUST)).rejects.toThrow(`DATA_DIR ${dataDir} is not empty`);
  });

  it.each([
    ['was changed', () => writeFileSync(join(backup, 'files/students/a.jpg'), 'another')],
    ['is missing', () => rmSync(join(backup, 'files/students/a.jpg'))],
  ])('of which a file %s is refused with its name, and nothing is left of it', async (_, harm) => {
    harm();
    await expect(putBack(backup, dataDir, TRUST)).rejects.toThrow(
      'files/students/a.jpg is missing or was changed',
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  /** @shows MO1.2 */
  it('of a newer version is refused with both versions, and nothing is written', async () => {
    const database = { version: '9.4.0', needs: ['migration 4102444800000'] };
    writeManifest({ ...manifestOf(), database });
    const refused = putBack(backup, dataDir, TRUST);
    await expect(refused).rejects.toThrow(
      m.portal_database_newer({ database: '9.4.0', program: VERSION, unknown: 'migration 4102444800000' }),
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('that is none, or half of one, is refused', async () => {
    rmSync(join(backup, 'backup.json'));
    await expect(putBack(backup, dataDir, TRUST)).rejects.toThrow('is not a complete portal backup');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('is not made over something else', async () => {
    const making = makeBackup(nowhere(), backup);
    await expect(making).rejects.toThrow(`${backup} already exists`);
  });

  it('that fails leaves nothing behind', async () => {
    const to = join(folder, 'second');
    await expect(makeBackup(nowhere(), to)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['backup']);
  });
});

/** @shows MH17.1 */
describe('a backup is refused, and nothing is left of it,', () => {
  const planted = 'postgres/data/postgresql.auto.conf';
  const HARM: Record<string, [harm: () => void, sentence: string]> = {
    'where its list was changed': [
      () => writeFileSync(join(backup, 'backup.json'), JSON.stringify({ ...manifestOf(), files: [] })),
      'does not fit',
    ],
    'where its list was signed by others': [() => writeManifest(manifestOf(), OTHER_KEYS), 'does not fit'],
    'where its signature was replaced': [
      () => writeFileSync(join(backup, 'backup.signature'), 'made up'),
      'does not fit',
    ],
    'where its signature is gone': [() => rmSync(join(backup, 'backup.signature')), 'has no signature'],
    'where a file was added': [
      () => writeFileSync(join(backup, planted), "archive_command = 'anything'"),
      `contains ${planted}, which was not backed up`,
    ],
  };

  it.each(Object.keys(HARM))('%s', async (name) => {
    const [harm, sentence] = HARM[name]!;
    harm();
    await expect(putBack(backup, dataDir, TRUST)).rejects.toThrow(sentence);
    expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
  });
});

/** @shows MH17.2 */
describe('the signature of a backup', () => {
  it('is of any key of the ring, so that keys can be replaced', async () => {
    await putBack(backup, dataDir, { ...TRUST, vaultKeys: [...OTHER_KEYS, ...KEYS] });
    expect(readdirSync(dataDir)).not.toContain('backup.signature');
  });

  it('is checked with the key in the backup where VAULT_KEYS is not set, and only there', async () => {
    const alone = { ...TRUST, vaultKeys: [] };
    await expect(putBack(backup, dataDir, alone)).rejects.toThrow();
    writeFileSync(join(backup, 'vault.key'), `${KEYS[0]}\n`);
    await expect(putBack(backup, dataDir, alone)).rejects.toThrow('vault.key is missing or was changed');
    rmSync(join(backup, 'vault.key'));
    await expect(putBack(backup, dataDir, alone)).rejects.toThrow('VAULT_KEYS is not set');
  });

  it('may be missing where a person says so, and may not be wrong', async () => {
    const trusting = { ...TRUST, takesUnsigned: true };
    writeManifest(manifestOf(), OTHER_KEYS);
    await expect(putBack(backup, dataDir, trusting)).rejects.toThrow('does not fit');
    rmSync(join(backup, 'backup.signature'));
    expect((await putBack(backup, dataDir, trusting)).files).toBe(4);
  });
});

it('the pieces of the server’s log from one to another are named, also over the end of a number', () => {
  expect(namesBetween('0000000100000002000000FE', '000000010000000300000001')).toEqual([
    '0000000100000002000000FE',
    '0000000100000002000000FF',
    '000000010000000300000000',
    '000000010000000300000001',
  ]);
});
