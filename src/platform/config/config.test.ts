import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const VAULT_KEYS = Buffer.alloc(32).toString('base64');

describe('the environment', () => {
  it('needs nothing at all', () => {
    const config = readConfig({});
    expect([config.port, config.publicUrl, config.s3]).toEqual([3000, 'http://localhost:3000', undefined]);
    expect(config.dataDir.endsWith('/.data')).toBe(true);
  });

  it('takes the port into the public address', () => {
    expect(readConfig({ PORT: '4010' }).publicUrl).toBe('http://localhost:4010');
    expect(readConfig({ PORT: '4010', PUBLIC_URL: 'https://ride.example/' }).publicUrl).toBe(
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
    ['VAULT_KEYS', 'c2hvcnQ='],
  ])('stops the start with a sentence that names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be `));
  });

  it('never repeats a value, which may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/x' })).toThrow(/^(?!.*hunter2)/);
  });

  it('takes a sandbox in production only when told to', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('ALLOW_SANDBOX must be 1 in production');
    expect(readConfig({ NODE_ENV: 'production', ALLOW_SANDBOX: '1', VAULT_KEYS }).logFormat).toBe('json');
  });

  it('brings the key for what is sealed in production', () => {
    expect(() => readConfig({ NODE_ENV: 'production', ALLOW_SANDBOX: '1' })).toThrow(
      'VAULT_KEYS must be set in production',
    );
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
