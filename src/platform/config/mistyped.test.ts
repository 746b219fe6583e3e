import { describe, expect, it } from 'vitest';
import { mistypedSettings } from './mistyped.ts';
import { variables } from './variables.ts';

/** @shows MO12.11 */
describe('a mistyped setting', () => {
  it.each([
    ['STRIPE_SECRET_KEYY', 'STRIPE_SECRET_KEY'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['VAULT_KEY', 'VAULT_KEYS'],
    ['TRUST_PORXY', 'TRUST_PROXY'],
    ['BACKUP_KEYS_FLIE', 'BACKUP_KEYS_FILE'],
    ['Public_Url', 'PUBLIC_URL'],
  ])('%s is named with %s', (name, meant) => {
    expect(mistypedSettings({ [name]: 'x' })).toEqual([{ name, meant }]);
  });

  it('is no setting under its own name, and no setting of another program', () => {
    const own = Object.values(variables).flatMap(({ name, isSecret }) =>
      isSecret ? [name, `${name}_FILE`] : [name],
    );
    const foreign = ['PATH', 'HOME', 'HOSTNAME', 'HTTP_PROXY', 'LOGNAME', 'SSH_PORT', 'PGHOST', 'NODE_PATH'];
    const ofTools = ['NODE_EXTRA_CA_CERTS', 'OTEL_EXPORTER_OTLP_HEADERS', 'npm_config_user_agent', 'SORT'];
    const environment = Object.fromEntries([...own, ...foreign, ...ofTools].map((name) => [name, 'x']));
    expect(mistypedSettings(environment)).toEqual([]);
  });

  it('that is blank is left alone', () => {
    expect(mistypedSettings({ VAULT_KEY: '' })).toEqual([]);
  });
});
