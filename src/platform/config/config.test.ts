import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const VAULT_KEYS = Buffer.alloc(32).toString('base64');
const PRODUCTION = {
  NODE_ENV: 'production',
  ALLOW_SANDBOX: '1',
  VAULT_KEYS,
  PUBLIC_URL: 'https://ride.example',
  SMTP_URL: 'smtps://mail.example',
};

describe('the environment', () => {
  it('needs nothing at all', () => {
    const config = readConfig({});
    expect([config.port, config.publicUrl, config.s3]).toEqual([3000, 'http://localhost:3000', undefined]);
    expect(config.dataDir.endsWith('/.data')).toBe(true);
  });

  it('takes the port into the public address', () => {
    expect(readConfig({ PORT: '4010' }).publicUrl).toBe('http://localhost:4010');
    expect(readConfig({ PORT: '4010', PUBLIC_URL: 'https://ride.example/', DEMO: '1' }).publicUrl).toBe(
      'https://ride.example',
    );
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SMTP_URL', 'localhost:25'],
    ['NODE_ENV', 'prod'],
    ['LOG_LEVEL', 'loud'],
    ['ALLOW_SANDBOX', 'yes'],
    ['FRAME_ANCESTORS', 'https://school.example/portal'],
    ['S3_ENDPOINT', 'minio'],
    ['FIRST_STAFF', 'noor'],
    ['PUBLIC_URL', 'ride.example'],
    ['PUBLIC_URL', 'ftp://ride.example'],
    ['VAULT_KEYS', 'c2hvcnQ='],
  ])('stops the start with a sentence that names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be `));
  });

  /** @shows MO9.6 */
  it.each(['https://ride.example/portal', 'https://ride.example/?a=1', 'https://u:p@ride.example'])(
    'refuses PUBLIC_URL %s, as the portal serves the root of its host alone',
    (PUBLIC_URL) => {
      expect(() => readConfig({ PUBLIC_URL, DEMO: '1' })).toThrow(
        'PUBLIC_URL must be an address without a path, such as https://portal.example.',
      );
    },
  );

  it('never repeats a value, which may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/x' })).toThrow(/^(?!.*hunter2)/);
  });

  it('reads a key or several for what is sealed', () => {
    expect(readConfig({ VAULT_KEYS: `${VAULT_KEYS}, ${VAULT_KEYS}` }).vaultKeys).toHaveLength(2);
  });

  it('takes no half of an S3 setup', () => {
    expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example' })).toThrow('S3_BUCKET must be set');
    expect(() => readConfig({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' })).toThrow(
      'S3_SECRET_ACCESS_KEY must be set',
    );
    expect(readConfig({ S3_BUCKET: 'b' }).s3?.bucket).toBe('b');
  });
});

/** @shows MO12.7 */
describe('a bucket for backups', () => {
  const KEY = Buffer.alloc(32, 'backup').toString('base64');
  const BACKUPS = { BACKUP_BUCKET: 'backups', BACKUP_KEYS: KEY };

  it('is set up with keys of its own', () => {
    expect(readConfig({}).backup).toBeUndefined();
    expect(readConfig(BACKUPS).backup).toMatchObject({ s3: { bucket: 'backups' }, keys: [KEY] });
  });

  it.each([
    [{ BACKUP_KEYS: KEY }, 'BACKUP_BUCKET must be set'],
    [{ BACKUP_BUCKET: 'backups' }, 'BACKUP_KEYS must be set together'],
    [{ ...BACKUPS, BACKUP_ACCESS_KEY_ID: 'key' }, 'BACKUP_SECRET_ACCESS_KEY must be set together'],
    [{ ...BACKUPS, VAULT_KEYS: KEY }, 'BACKUP_KEYS must be other keys than VAULT_KEYS'],
    [{ ...BACKUPS, DATABASE_URL: 'postgres://db/portal' }, 'BACKUP_BUCKET must be unset with DATABASE_URL'],
  ])('is refused by half or beside an outside database: %o', (settings, sentence) => {
    expect(() => readConfig(settings)).toThrow(sentence);
  });
});

/** @shows MO12.1 */
describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'schoolrun-secrets-'));
  const path = join(folder, 'secret');
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['VAULT_KEYS', VAULT_KEYS],
    ['DATABASE_URL', 'postgres://portal:hunter2@db/portal'],
    ['DATABASE_OWNER_URL', 'postgres://owner:hunter2@db/portal'],
    ['SMTP_URL', 'smtps://portal:hunter2@mail.example'],
    ['S3_SECRET_ACCESS_KEY', 'hunter2'],
    ['S3_ACCESS_KEY_ID', 'key'],
    ['STRIPE_SECRET_KEY', 'sk_test_a1'],
    ['STRIPE_WEBHOOK_SECRETS', 'whsec_a1'],
    ['APPLE_PAY_DOMAIN', '7b2276657273696f6e'],
  ])('is read as %s is, without the line break at the end', (name, value) => {
    writeFileSync(path, `${value}\n`);
    const others = {
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'other',
      STRIPE_SECRET_KEY: 'sk_test_b2',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_b2',
      [name]: undefined,
    };
    const read = readConfig({ ...others, [`${name}_FILE`]: path });
    expect(JSON.stringify(read)).toBe(JSON.stringify(readConfig({ ...others, [name]: value })));
    expect(() => readConfig({ ...others, [name]: value, [`${name}_FILE`]: path })).toThrow(
      `${name} and ${name}_FILE are both set.`,
    );
  });

  it('that cannot be read stops the start with its variable and without its path', () => {
    expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'nothing') })).toThrow(
      'SMTP_URL_FILE must be a file the portal can read (ENOENT).',
    );
  });

  it('is none of a setting that is no secret', () => {
    expect(readConfig({ HOST_FILE: join(folder, 'nothing') }).host).toBe('localhost');
  });
});

/** @shows H1.3 H1.4 */
describe('a production start', () => {
  it('goes on with all that it must be told, and logs JSON', () => {
    expect(readConfig(PRODUCTION).logFormat).toBe('json');
  });

  it.each([
    ['ALLOW_SANDBOX', undefined, '1 in production as long as STRIPE_SECRET_KEY sets up no payment processor'],
    ['VAULT_KEYS', undefined, 'set in production to 32 random bytes in base64'],
    ['PUBLIC_URL', undefined, 'an address that starts with https:// in production'],
    ['PUBLIC_URL', 'http://ride.example', 'an address that starts with https:// in production'],
    ['SMTP_URL', undefined, 'set to the mail server in production'],
  ])('is refused with a sentence that names %s when it is %s', (name, value, must) => {
    expect(() => readConfig({ ...PRODUCTION, [name]: value })).toThrow(`${name} must be ${must}`);
  });

  /** @shows MO9.3 */
  it('is refused with files that travel in the clear', () => {
    const files = { S3_BUCKET: 'files', S3_ENDPOINT: 'http://minio:9000' };
    expect(() => readConfig({ ...PRODUCTION, ...files })).toThrow(
      'S3_ENDPOINT must be an address that starts with https:// in production',
    );
    const endpoint = 'https://minio.example:9000';
    expect(readConfig({ ...PRODUCTION, ...files, S3_ENDPOINT: endpoint }).s3?.endpoint).toBe(endpoint);
    expect(readConfig(files).s3?.endpoint).toBe('http://minio:9000');
  });
});

/** @shows H18.1 H18.2 */
describe('a production start without TLS', () => {
  it.each([
    ['SMTP_URL', 'smtp://mail.example'],
    ['SMTP_URL', 'smtp://mail.example:587?requireTLS=false'],
    ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true&tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtps://mail.example?secure=false'],
    ['SMTP_URL', 'smtps://mail.example?ignoreTLS=true'],
    ['DATABASE_URL', 'postgres://portal@db.example/portal'],
    ['DATABASE_URL', 'postgres://portal@127.0.0.1/portal'],
    ['DATABASE_URL', 'postgres://portal@db.example/portal?sslmode=disable'],
    ['DATABASE_URL', 'postgres://portal@db.example/portal?sslmode=require'],
    ['DATABASE_URL', 'postgres://portal@db.example/portal?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://portal@db.example/portal?sslmode=verify-full&sslmode=disable'],
    ['DATABASE_URL', 'postgres://portal@db.example/portal?sslmode=verify-full&ssl=0'],
    ['DATABASE_OWNER_URL', 'postgres://owner@db.example/portal'],
  ])('is refused with a sentence that names %s: %s', (name, value) => {
    expect(() => readConfig({ ...PRODUCTION, [name]: value })).toThrow(
      `${name} must be an address that requires TLS in production`,
    );
  });

  it.each([
    ['SMTP_URL', 'smtps://portal:secret@mail.example:465'],
    ['SMTP_URL', 'smtp://portal:secret@mail.example:587?requireTLS=true'],
    ['DATABASE_URL', 'postgres://portal@db.example/portal?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://portal@db.example/portal?sslmode=verify-full&sslrootcert=/etc/ca.pem'],
    ['DATABASE_URL', 'postgres://portal@localhost/portal?host=/var/run/postgresql'],
  ])('is none with %s %s', (name, value) => {
    expect(readConfig({ ...PRODUCTION, [name]: value }).isProduction).toBe(true);
  });

  it('is how other portals may be tried out', () => {
    expect(readConfig({ SMTP_URL: 'smtp://localhost', DATABASE_URL: 'postgres://localhost/x' }).smtpUrl).toBe(
      'smtp://localhost',
    );
  });
});

/** @shows H1.5 */
describe('a portal that fills the demo', () => {
  it.each(['0.0.0.0', '::', '192.168.1.20', 'portal.example', 'localhost.example'])(
    'does not listen on %s, as its passwords are published',
    (HOST) => {
      expect(() => readConfig({ HOST })).toThrow(
        'HOST must be localhost or another loopback address while the portal runs the demo',
      );
      expect(readConfig({ HOST, DEMO: '1' }).host).toBe(HOST);
    },
  );

  it.each(['localhost', '127.0.0.1', '127.0.0.2', '::1'])('listens on %s', (HOST) => {
    expect(readConfig({ HOST }).host).toBe(HOST);
  });

  /** @shows MH9.1 */
  it.each([
    ['PUBLIC_URL', 'https://ride.example'],
    ['PUBLIC_URL', 'http://192.168.1.20:3000'],
    ['PUBLIC_URL', 'http://localhost.example'],
    ['PUBLIC_URL', 'http://[2001:db8::1]'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '2'],
  ])('stands behind no proxy and under no name of others: %s %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(
        `^${name} must be .*DEMO=1.* NODE_ENV=production demands more: ALLOW_SANDBOX must be 1 .*SMTP_URL`,
      ),
    );
    const shown = readConfig({ [name]: value, DEMO: '1' });
    expect([shown.isReachable, shown.staffNeedFactor]).toEqual([true, false]);
  });

  /** @shows MH9.1 */
  it.each(['http://localhost:4000', 'http://127.0.0.1', 'http://127.9.8.7:80', 'http://[::1]:3000'])(
    'may say that it is at %s',
    (PUBLIC_URL) => {
      const { isReachable, staffNeedFactor } = readConfig({ PUBLIC_URL });
      expect([isReachable, staffNeedFactor]).toEqual([false, false]);
    },
  );

  /** @shows MH9.2 */
  it('asks staff for a second factor where strangers come to a database of its own', () => {
    const DATABASE_URL = 'postgres://localhost/portal';
    for (const strangers of [
      { HOST: '0.0.0.0' },
      { PUBLIC_URL: 'https://a.example' },
      { TRUST_PROXY: '1' },
    ]) {
      const { isReachable, staffNeedFactor, lacksForProduction } = readConfig({ DATABASE_URL, ...strangers });
      expect([isReachable, staffNeedFactor]).toEqual([true, true]);
      expect(lacksForProduction.join(' ')).toContain('DATABASE_URL must be an address that requires TLS');
    }
    expect(readConfig({ DATABASE_URL }).staffNeedFactor).toBe(false);
  });

  it('is not one that has a database of its own', () => {
    expect(readConfig({ HOST: '0.0.0.0', DATABASE_URL: 'postgres://db/portal' }).host).toBe('0.0.0.0');
  });
});
