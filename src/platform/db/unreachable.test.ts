import { expect, it } from 'vitest';
import { sayUnreachable } from './unreachable.ts';

const failure = (code?: string) => Object.assign(new Error('no TLS there'), code ? { code } : {});

/** @shows MO12.2 */
it.each([
  ['ECONNREFUSED', 'Check the host and port in DATABASE_URL'],
  ['ENOTFOUND', 'Check the host and port in DATABASE_URL'],
  ['28P01', 'Check the user and password in DATABASE_URL'],
  ['3D000', 'Check the name of the database in DATABASE_URL'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate isn’t trusted. End DATABASE_URL in &sslrootcert=FILE'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate is for another host'],
  ['ENOENT', 'Check sslrootcert'],
])('a database that fails with %s is said with what to do', (code, advice) => {
  const sentence = sayUnreachable('DATABASE_URL', failure(code));
  expect(sentence).toContain(`The database in DATABASE_URL can’t be reached (${code}).`);
  expect(sentence).toContain(advice);
});

it('a failure without a code is said by its message', () => {
  expect(sayUnreachable('DATABASE_URL', failure())).toContain(
    'can’t be reached (no TLS there). Check the host',
  );
});
