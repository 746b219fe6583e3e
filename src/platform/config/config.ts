import { resolve } from 'node:path';
import { m } from '#i18n/messages.js';
import { isEncryptedDatabase, isEncryptedSmtp } from './encrypted-address.ts';
import { readVariable, WrongConfig, type Environment, type Variable } from './variable.ts';
import { OF_STRIPE, stripeOf, type StripeConfig } from './stripe-config.ts';
import { variables } from './variables.ts';

type Variables = typeof variables;
type Values = { [K in keyof Variables]: Variables[K] extends Variable<infer T> ? T : never };

export type S3Config = {
  bucket: string;
  region: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** What the environment says, read once at the start and handed on; no other file reads process.env. */
export type Config = Omit<
  Values,
  | 's3Bucket'
  | 's3Region'
  | 's3Endpoint'
  | 's3AccessKeyId'
  | 's3SecretAccessKey'
  | 'stripeSecretKey'
  | 'stripePublishableKey'
  | 'stripeWebhookSecrets'
  | 'stripeApi'
  | 'logFormat'
> & {
  logFormat: 'json' | 'plain';
  isProduction: boolean;
  /** staff log in with a second factor, everywhere but in a demo on this machine (H2) */
  staffNeedFactor: boolean;
  /** undefined keeps files in the data folder (K4) */
  s3: S3Config | undefined;
  /** undefined takes no real money: the sandbox (K1) */
  stripe: StripeConfig | undefined;
};

type Demand = { name: string; isMet: (values: Values) => boolean; must: () => string };

/** What a real deployment must say; a start that lacks one of them is refused. */
const OF_PRODUCTION: readonly Demand[] = [
  // A sandbox takes no real money; a real deployment must choose it explicitly (K1).
  {
    name: 'ALLOW_SANDBOX',
    isMet: ({ allowSandbox, stripeSecretKey }) => allowSandbox || stripeSecretKey !== '',
    must: m.portal_config_must_allow_sandbox,
  },
  // A key beside the data that it locks up protects nothing, so a real deployment brings its own.
  {
    name: 'VAULT_KEYS',
    isMet: ({ vaultKeys }) => vaultKeys.length > 0,
    must: m.portal_config_must_vault_keys,
  },
  // A password or a child's data must not travel in the open, and a mail must arrive (H1).
  {
    name: 'PUBLIC_URL',
    isMet: ({ publicUrl }) => publicUrl.startsWith('https://'),
    must: m.portal_config_must_https,
  },
  { name: 'SMTP_URL', isMet: ({ smtpUrl }) => smtpUrl !== '', must: m.portal_config_must_smtp },
  // Mails carry links to choose a password, and the database carries everything (H18).
  {
    name: 'SMTP_URL',
    isMet: ({ smtpUrl }) => isEncryptedSmtp(smtpUrl),
    must: m.portal_config_must_smtp_tls,
  },
  {
    name: 'DATABASE_URL',
    isMet: ({ databaseUrl }) => databaseUrl === '' || isEncryptedDatabase(databaseUrl),
    must: m.portal_config_must_database_tls,
  },
  {
    name: 'DATABASE_OWNER_URL',
    isMet: ({ databaseOwnerUrl }) => databaseOwnerUrl === '' || isEncryptedDatabase(databaseOwnerUrl),
    must: m.portal_config_must_database_tls,
  },
];

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** The demo's passwords are published, so its portal answers this machine alone (H1). */
const OF_DEMO: readonly Demand[] = [
  {
    name: 'HOST',
    isMet: ({ host, demo, databaseUrl }) => LOOPBACK.test(host) || demo || databaseUrl !== '',
    must: m.portal_config_must_loopback,
  },
];

/**
 * Reads and checks the environment.
 * @throws WrongConfig whose message names the variable that is wrong (K6)
 */
export function readConfig(environment: Environment): Config {
  const read = Object.entries(variables).map(([key, variable]) => [
    key,
    readVariable<unknown>(variable, environment),
  ]);
  const values = Object.fromEntries(read) as Values;
  const { s3Bucket, s3Region, s3Endpoint, s3AccessKeyId, s3SecretAccessKey, ...others } = values;
  const { stripeSecretKey, stripePublishableKey, stripeWebhookSecrets, stripeApi, ...rest } = others;
  const isProduction = values.nodeEnv === 'production';
  for (const { name, isMet, must } of [...OF_STRIPE, ...(isProduction ? OF_PRODUCTION : OF_DEMO)])
    if (!isMet(values)) throw new WrongConfig(m.portal_config_wrong({ name, must: must() }));
  return {
    ...rest,
    dataDir: resolve(values.dataDir),
    publicUrl: (values.publicUrl || `http://localhost:${values.port}`).replace(/\/+$/, ''),
    logFormat: values.logFormat || (isProduction ? 'json' : 'plain'),
    isProduction,
    staffNeedFactor: isProduction || !(LOOPBACK.test(values.host) || values.demo),
    s3: s3Of({
      bucket: s3Bucket,
      region: s3Region,
      endpoint: s3Endpoint,
      accessKeyId: s3AccessKeyId,
      secretAccessKey: s3SecretAccessKey,
    }),
    stripe: stripeOf({ stripeSecretKey, stripePublishableKey, stripeWebhookSecrets, stripeApi }),
  };
}

// Half a set of S3 variables is a mistake, and files would land on the local disk without a warning.
function s3Of(s3: S3Config): S3Config | undefined {
  const { bucket, accessKeyId, secretAccessKey, endpoint } = s3;
  if (!bucket && !accessKeyId && !secretAccessKey && !endpoint) return undefined;
  if (!bucket)
    throw new WrongConfig(m.portal_config_wrong({ name: 'S3_BUCKET', must: m.portal_config_must_s3() }));
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
    throw new WrongConfig(
      m.portal_config_wrong({ name: 'S3_SECRET_ACCESS_KEY', must: m.portal_config_must_s3_pair() }),
    );
  }
  return s3;
}
