import { resolve } from 'node:path';
import { m } from '#i18n/messages.js';
import { backupOf, OF_BACKUP, type BackupConfig, type S3Config } from './backup-config.ts';
import { isEncryptedDatabase, isEncryptedSmtp } from './encrypted-address.ts';
import { readVariable, WrongConfig, type Environment, type Variable } from './variable.ts';
import { OF_STRIPE, stripeOf, type StripeConfig } from './stripe-config.ts';
import { variables } from './variables.ts';

type Variables = typeof variables;
type Values = { [K in keyof Variables]: Variables[K] extends Variable<infer T> ? T : never };

/** No other file reads process.env. */
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
  | 'stripePortals'
  | 'stripeApi'
  | 'backupBucket'
  | 'backupRegion'
  | 'backupEndpoint'
  | 'backupAccessKeyId'
  | 'backupSecretAccessKey'
  | 'backupKeys'
  | 'logFormat'
> & {
  logFormat: 'json' | 'plain';
  isProduction: boolean;
  /** strangers can reach the portal, from outside this machine or through a proxy (MH9) */
  isReachable: boolean;
  lacksForProduction: readonly string[];
  /** staff need a second factor, except on this machine alone and in a public demo (H2) */
  staffNeedFactor: boolean;
  /** undefined: files are kept in the data folder (K4) */
  s3: S3Config | undefined;
  /** undefined: no backup goes to a bucket by itself */
  backup: BackupConfig | undefined;
  /** undefined: no real money, the sandbox (K1) */
  stripe: StripeConfig | undefined;
};

type Demand = { name: string; isMet: (values: Values) => boolean; must: () => string };

const OF_PRODUCTION: readonly Demand[] = [
  // A sandbox takes no real money; production must choose the sandbox explicitly (K1).
  {
    name: 'ALLOW_SANDBOX',
    isMet: ({ allowSandbox, stripeSecretKey }) => allowSandbox || stripeSecretKey !== '',
    must: m.portal_config_must_allow_sandbox,
  },
  // A key stored beside the sealed data protects nothing: production brings its own key.
  {
    name: 'VAULT_KEYS',
    isMet: ({ vaultKeys }) => vaultKeys.length > 0,
    must: m.portal_config_must_vault_keys,
  },
  // Passwords and data of children must be encrypted on the way, and mails must arrive (H1).
  {
    name: 'PUBLIC_URL',
    isMet: ({ publicUrl }) => publicUrl.startsWith('https://'),
    must: m.portal_config_must_https,
  },
  { name: 'SMTP_URL', isMet: ({ smtpUrl }) => smtpUrl !== '', must: m.portal_config_must_smtp },
  // Mails carry links for choosing a password, and the database carries everything (H18).
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
  {
    name: 'S3_ENDPOINT',
    isMet: ({ s3Endpoint }) => !s3Endpoint.startsWith('http:'),
    must: m.portal_config_must_s3_https,
  },
  {
    name: 'BACKUP_ENDPOINT',
    isMet: ({ backupEndpoint }) => !backupEndpoint.startsWith('http:'),
    must: m.portal_config_must_s3_https,
  },
];

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

const isOwnAddress = (publicUrl: string): boolean =>
  publicUrl === '' || LOOPBACK.test(new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1'));

const OF_THIS_MACHINE: readonly Demand[] = [
  { name: 'HOST', isMet: ({ host }) => LOOPBACK.test(host), must: m.portal_config_must_loopback },
  {
    name: 'PUBLIC_URL',
    isMet: ({ publicUrl }) => isOwnAddress(publicUrl),
    must: m.portal_config_must_own_address,
  },
  { name: 'TRUST_PROXY', isMet: ({ trustProxy }) => trustProxy === 0, must: m.portal_config_must_no_proxy },
];

const sentenceOf = ({ name, must }: Demand): string => m.portal_config_wrong({ name, must: must() });

const lacksOf = (values: Values, demands: readonly Demand[]): string[] =>
  demands.filter(({ isMet }) => !isMet(values)).map(sentenceOf);

/**
 * The passwords of the demo are published. Only an embedded database is filled with the demo (H1, MH9).
 * @throws WrongConfig, naming the demands of production as well
 */
function refuseReachableDemo(values: Values, lacksForProduction: readonly string[]): void {
  const { demo, databaseUrl } = values;
  const [wrong] = lacksOf(values, OF_THIS_MACHINE);
  if (!wrong || demo || databaseUrl !== '') return;
  const demands = [...new Set(lacksForProduction)].join(' ');
  throw new WrongConfig(
    [wrong, demands && m.portal_production_demands({ demands })].filter(Boolean).join(' '),
  );
}

function readValues(environment: Environment): Values {
  const read = Object.entries(variables).map(([key, variable]) => [
    key,
    readVariable<unknown>(variable, environment),
  ]);
  return Object.fromEntries(read) as Values;
}

/** @throws WrongConfig, naming the wrong variable (K6) */
export function readConfig(environment: Environment): Config {
  const values = readValues(environment);
  const { s3Bucket, s3Region, s3Endpoint, s3AccessKeyId, s3SecretAccessKey, ...others } = values;
  const { stripeSecretKey, stripePublishableKey, stripeWebhookSecrets, ...portal } = others;
  const { stripePortals, stripeApi, ...more } = portal;
  const { backupBucket, backupRegion, backupEndpoint, backupAccessKeyId, ...further } = more;
  const { backupSecretAccessKey, backupKeys, ...rest } = further;
  const isProduction = values.nodeEnv === 'production';
  const [wrong] = lacksOf(values, [...OF_STRIPE, ...OF_BACKUP, ...(isProduction ? OF_PRODUCTION : [])]);
  if (wrong) throw new WrongConfig(wrong);
  const lacksForProduction = isProduction ? [] : lacksOf(values, OF_PRODUCTION);
  const isReachable = isProduction || lacksOf(values, OF_THIS_MACHINE).length > 0;
  if (!isProduction) refuseReachableDemo(values, lacksForProduction);
  return {
    ...rest,
    dataDir: resolve(values.dataDir),
    publicUrl: values.publicUrl || `http://localhost:${values.port}`,
    logFormat: values.logFormat || (isProduction ? 'json' : 'plain'),
    isProduction,
    isReachable,
    lacksForProduction,
    staffNeedFactor: isProduction || (isReachable && !values.demo),
    s3: s3Of({
      bucket: s3Bucket,
      region: s3Region,
      endpoint: s3Endpoint,
      accessKeyId: s3AccessKeyId,
      secretAccessKey: s3SecretAccessKey,
    }),
    backup: backupOf({
      backupBucket,
      backupRegion,
      backupEndpoint,
      backupAccessKeyId,
      backupSecretAccessKey,
      backupKeys,
    }),
    stripe: stripeOf({
      stripeSecretKey,
      stripePublishableKey,
      stripeWebhookSecrets,
      stripePortals,
      stripeApi,
    }),
  };
}

// Half a set of S3 variables is a mistake: files would land on the local disk without a warning.
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
