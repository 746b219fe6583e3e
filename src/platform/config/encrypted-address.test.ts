import { expect, it } from 'vitest';
import { isEncryptedDatabase, isEncryptedSmtp } from './encrypted-address.ts';

it('an address that nobody can read demands nothing', () => {
  for (const text of ['', 'smtps', 'not an address']) {
    expect(isEncryptedSmtp(text)).toBe(false);
    expect(isEncryptedDatabase(text)).toBe(false);
  }
});

it('a name that is no folder is no socket', () => {
  expect(isEncryptedDatabase('postgres://portal@x/portal?host=db.example')).toBe(false);
  expect(isEncryptedDatabase('postgres://portal@x/portal?host=/run/postgresql')).toBe(true);
});
