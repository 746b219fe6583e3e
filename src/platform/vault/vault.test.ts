import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openVault } from './open-vault.ts';
import { createVault, idOfKey, MissingKey } from './vault.ts';

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

describe('a sealed text', () => {
  const vault = createVault([first]);

  it('opens to what it was, and shows nothing of it', () => {
    const sealed = vault.seal(TEXT);
    expect(vault.open(sealed)).toBe(TEXT);
    expect(sealed).not.toContain('Peanut');
    expect(Buffer.from(sealed.split(':')[2]!, 'base64url').includes('Peanut')).toBe(false);
  });

  it('names the key that it needs, and is another one each time', () => {
    expect(vault.seal(TEXT)).toMatch(new RegExp(`^sealed:${idOfKey(first)}:`));
    expect(vault.seal(TEXT)).not.toBe(vault.seal(TEXT));
  });

  it('does not open when a single character of it was changed', () => {
    const sealed = vault.seal(TEXT);
    for (const at of [sealed.indexOf(':', 8) + 2, sealed.length - 10]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => vault.open(changed)).toThrow();
    }
    expect(() => vault.open(sealed.slice(0, 20))).toThrow();
  });

  it('still opens after a new key was put first, and after that needs the old one', () => {
    const sealed = vault.seal(TEXT);
    const rotated = createVault([second, first]);
    expect(rotated.open(sealed)).toBe(TEXT);
    expect(rotated.seal(TEXT).startsWith(rotated.currentPrefix)).toBe(true);
    expect(sealed.startsWith(rotated.currentPrefix)).toBe(false);
    const without = createVault([second]);
    expect(() => without.open(sealed)).toThrow(MissingKey);
    expect(() => without.open(sealed)).toThrow(`VAULT_KEYS lacks the key ${idOfKey(first)}`);
  });

  it('may be one from before there was a vault', () => {
    for (const plain of ['Asthma', 'Mondays: with his father', 'sealed: by the nurse', ''])
      expect(vault.open(plain)).toBe(plain);
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
    expect(two.open(one.seal(TEXT))).toBe(TEXT);
    expect((await stat(join(dataDir, 'vault.key'))).mode & 0o077).toBe(0);
    const key = (await readFile(join(dataDir, 'vault.key'), 'utf8')).trim();
    expect((await openVault({ vaultKeys: [key], dataDir: '/nowhere' })).open(one.seal(TEXT))).toBe(TEXT);
  });
});
