import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openVault } from './open-vault.ts';
import { sealedBefore } from '#tests/support/database/sealed-before.ts';
import { BrokenSeal, createVault, idOfKey, keyOfFile, MissingKey, type Vault } from './vault.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const TEXT = 'Peanut allergy; carries an auto-injector. Ünïcödé 🚌';

describe('a signature', () => {
  it('is for one use and one text, and for who has the key', () => {
    const vault = createVault([first]);
    const signature = vault.sign('link', '/a');
    expect(vault.isSigned('link', '/a', signature)).toBe(true);
    expect(vault.isSigned('link', '/b', signature)).toBe(false);
    expect(vault.isSigned('chain', '/a', signature)).toBe(false);
    expect(createVault([second]).isSigned('link', '/a', signature)).toBe(false);
  });

  it('counts while its key is in the ring, first or not', () => {
    const signature = createVault([first]).sign('link', '/a');
    expect(createVault([second, first]).isSigned('link', '/a', signature)).toBe(true);
  });
});

const PLACE = { table: 'students', row: 7, field: 'custody_notes' };
const sealedBy = (vault: Vault, text = TEXT) => vault.seal(text, PLACE) as unknown as string;

describe('a sealed text', () => {
  const vault = createVault([first]);

  it('opens to what it was, and shows nothing of it', () => {
    const sealed = sealedBy(vault);
    expect(vault.open(sealed, PLACE)).toBe(TEXT);
    expect(sealed).not.toContain('Peanut');
    expect(Buffer.from(sealed.split(':')[2]!, 'base64url').includes('Peanut')).toBe(false);
  });

  it('names the key that it needs, and is another one each time', () => {
    expect(sealedBy(vault)).toMatch(new RegExp(`^sealed2:${idOfKey(first)}:`));
    expect(sealedBy(vault)).not.toBe(sealedBy(vault));
  });

  it('does not open when a single character of it was changed', () => {
    const sealed = sealedBy(vault);
    for (const at of [sealed.indexOf(':', 9) + 2, sealed.length - 10]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => vault.open(changed, PLACE)).toThrow(BrokenSeal);
    }
    expect(() => vault.open(sealed.slice(0, 20), PLACE)).toThrow(BrokenSeal);
  });

  /** @shows H14.3 */
  it.each([
    ['table', { ...PLACE, table: 'contracts' }],
    ['row', { ...PLACE, row: 8 }],
    ['field', { ...PLACE, field: 'second_address' }],
  ])('does not open in another %s', (_, elsewhere) => {
    expect(() => vault.open(sealedBy(vault), elsewhere)).toThrow(BrokenSeal);
    expect(() => vault.open(sealedBy(vault), elsewhere)).toThrow(
      `${elsewhere.table}.${elsewhere.field} of row ${elsewhere.row} can’t be decrypted`,
    );
  });

  it('still opens after a new key was put first, and after that needs the old one', () => {
    const sealed = sealedBy(vault);
    const rotated = createVault([second, first]);
    expect(rotated.open(sealed, PLACE)).toBe(TEXT);
    expect(sealedBy(rotated).startsWith(rotated.currentPrefix)).toBe(true);
    expect(sealed.startsWith(rotated.currentPrefix)).toBe(false);
    const without = createVault([second]);
    expect(() => without.open(sealed, PLACE)).toThrow(MissingKey);
    expect(() => without.open(sealed, PLACE)).toThrow(`VAULT_KEYS is missing the key ${idOfKey(first)}`);
  });

  /** @shows MO1.3 */
  it.each(['sealed3', 'sealedX'])(
    'of a newer format, %s, is refused and not taken for a plain text',
    (mark) => {
      const stored = sealedBy(vault).replace('sealed2', mark);
      expect(() => vault.open(stored, PLACE)).toThrow(BrokenSeal);
    },
  );

  /** @shows H14.3 */
  it('may be one from before there was a vault, or a place, until its field holds none any more', () => {
    const strict = createVault([first]);
    const unbound = sealedBefore(first, TEXT);
    const old = ['Asthma', 'Mondays: with his father', 'sealed: by the nurse', unbound];
    const read = ['Asthma', 'Mondays: with his father', 'sealed: by the nurse', TEXT];
    expect(old.map((text) => strict.open(text, PLACE))).toEqual(read);
    const bound = sealedBy(strict);
    strict.refuseUnbound(['students.custody_notes']);
    for (const text of old) expect(() => strict.open(text, PLACE)).toThrow(BrokenSeal);
    expect(strict.open(bound, PLACE)).toBe(TEXT);
    expect(strict.open('Asthma', { ...PLACE, field: 'medical_concerns' })).toBe('Asthma');
  });

  it('is as empty as its text', () => {
    expect(sealedBy(vault, '')).toBe('');
    expect(vault.open('', PLACE)).toBe('');
  });
});

/** @shows H14.4 */
describe('a sealed file', () => {
  const vault = createVault([first]);
  const FILE = { table: 'files', row: 'students/a.jpg', field: 'content' };
  const content = Buffer.from([0, 1, 2, 255, ...Buffer.from(TEXT)]);

  it('opens under its own name alone, to the bytes that it was', () => {
    const sealed = vault.sealBytes(content, FILE);
    expect(Buffer.from(vault.openBytes(sealed, FILE))).toEqual(content);
    expect(sealed.includes('Peanut')).toBe(false);
    expect(keyOfFile(sealed)).toBe(vault.currentKeyId);
    expect(() => vault.openBytes(sealed, { ...FILE, row: 'students/b.jpg' })).toThrow(BrokenSeal);
    for (const cut of [sealed.subarray(0, 20), sealed.subarray(0, sealed.length - 1)])
      expect(() => vault.openBytes(cut, FILE)).toThrow(BrokenSeal);
    expect(() => createVault([second]).openBytes(sealed, FILE)).toThrow(MissingKey);
  });

  it('may be an open one from before, until none is left', () => {
    const strict = createVault([first]);
    expect(strict.openBytes(content, FILE)).toBe(content);
    strict.refuseUnbound(['files.content']);
    expect(() => strict.openBytes(content, FILE)).toThrow(BrokenSeal);
  });

  /** @shows MO1.3 */
  it('of a newer format is refused and not taken for an open one', () => {
    const newer = Buffer.from(vault.sealBytes(content, FILE));
    newer.write('SRF2');
    expect(() => vault.openBytes(newer, FILE)).toThrow(BrokenSeal);
  });
});

describe('without VAULT_KEYS', () => {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  it('a key is made once and kept in the data folder for its owner alone', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'schoolrun-vault-'));
    folders.push(dataDir);
    const [one, two] = await Promise.all([
      openVault({ vaultKeys: [], dataDir }),
      openVault({ vaultKeys: [], dataDir }),
    ]);
    expect(two.open(sealedBy(one), PLACE)).toBe(TEXT);
    expect((await stat(join(dataDir, 'vault.key'))).mode & 0o077).toBe(0);
    const key = (await readFile(join(dataDir, 'vault.key'), 'utf8')).trim();
    const other = await openVault({ vaultKeys: [key], dataDir: '/nowhere' });
    expect(other.open(sealedBy(one), PLACE)).toBe(TEXT);
  });
});
