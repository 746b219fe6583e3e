import { DEFAULT_BRAND } from '#brand/brand-folder.ts';
import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import {
  address,
  emailAddress,
  integer,
  keys,
  listOf,
  matching,
  oneOf,
  origin,
  origins,
  secret,
  text,
  yesOrNo,
} from './variable.ts';

/** In the order of docs/operations.md (K6). */
export const variables = {
  brand: text({ name: 'BRAND', fallback: DEFAULT_BRAND, about: m.portal_config_about_brand }),
  nodeEnv: oneOf({
    name: 'NODE_ENV',
    fallback: 'development',
    values: ['development', 'production', 'test'],
    about: m.portal_config_about_node_env,
  }),
  host: text({ name: 'HOST', fallback: 'localhost', about: m.portal_config_about_host }),
  port: integer({ name: 'PORT', fallback: '3000', min: 0, max: 65_535, about: m.portal_config_about_port }),
  publicUrl: origin({ name: 'PUBLIC_URL', about: m.portal_config_about_public_url }),
  dataDir: text({ name: 'DATA_DIR', fallback: '.data', about: m.portal_config_about_data_dir }),
  databaseUrl: secret(
    address({
      name: 'DATABASE_URL',
      schemes: ['postgres:', 'postgresql:'],
      about: m.portal_config_about_database_url,
    }),
  ),
  databaseOwnerUrl: secret(
    address({
      name: 'DATABASE_OWNER_URL',
      schemes: ['postgres:', 'postgresql:'],
      about: m.portal_config_about_database_owner_url,
    }),
  ),
  backupBefore: text({ name: 'BACKUP_BEFORE', about: m.portal_config_about_backup_before }),
  databaseConnections: integer({
    name: 'DATABASE_CONNECTIONS',
    fallback: '8',
    min: 2,
    max: 1_000,
    about: m.portal_config_about_database_connections,
  }),
  smtpUrl: secret(
    address({ name: 'SMTP_URL', schemes: ['smtp:', 'smtps:'], about: m.portal_config_about_smtp_url }),
  ),
  mailFrom: text({
    name: 'MAIL_FROM',
    fallback: brand.mail_from,
    about: m.portal_config_about_mail_from,
  }),
  firstStaff: emailAddress({ name: 'FIRST_STAFF', about: m.portal_config_about_first_staff }),
  s3Bucket: text({ name: 'S3_BUCKET', about: m.portal_config_about_s3_bucket }),
  s3Region: text({ name: 'S3_REGION', fallback: 'us-east-1', about: m.portal_config_about_s3_region }),
  s3Endpoint: address({
    name: 'S3_ENDPOINT',
    schemes: ['http:', 'https:'],
    about: m.portal_config_about_s3_endpoint,
  }),
  s3AccessKeyId: secret(text({ name: 'S3_ACCESS_KEY_ID', about: m.portal_config_about_s3_access_key_id })),
  s3SecretAccessKey: secret(
    text({
      name: 'S3_SECRET_ACCESS_KEY',
      about: m.portal_config_about_s3_secret_access_key,
    }),
  ),
  backupBucket: text({ name: 'BACKUP_BUCKET', about: m.portal_config_about_backup_bucket }),
  backupRegion: text({
    name: 'BACKUP_REGION',
    fallback: 'us-east-1',
    about: m.portal_config_about_backup_region,
  }),
  backupEndpoint: address({
    name: 'BACKUP_ENDPOINT',
    schemes: ['http:', 'https:'],
    about: m.portal_config_about_backup_endpoint,
  }),
  backupAccessKeyId: secret(
    text({ name: 'BACKUP_ACCESS_KEY_ID', about: m.portal_config_about_backup_access_key_id }),
  ),
  backupSecretAccessKey: secret(
    text({ name: 'BACKUP_SECRET_ACCESS_KEY', about: m.portal_config_about_backup_secret_access_key }),
  ),
  backupKeys: secret(keys({ name: 'BACKUP_KEYS', about: m.portal_config_about_backup_keys })),
  vaultKeys: secret(keys({ name: 'VAULT_KEYS', about: m.portal_config_about_vault_keys })),
  allowSandbox: yesOrNo({ name: 'ALLOW_SANDBOX', about: m.portal_config_about_allow_sandbox }),
  stripeSecretKey: secret(
    matching({
      name: 'STRIPE_SECRET_KEY',
      about: m.portal_config_about_stripe_secret_key,
      pattern: /^(sk|rk)_(test|live)_\w+$/,
      must: m.portal_config_must_stripe_secret_key,
    }),
  ),
  stripePublishableKey: matching({
    name: 'STRIPE_PUBLISHABLE_KEY',
    about: m.portal_config_about_stripe_publishable_key,
    pattern: /^pk_(test|live)_\w+$/,
    must: m.portal_config_must_stripe_publishable_key,
  }),
  stripeWebhookSecrets: secret(
    listOf({
      name: 'STRIPE_WEBHOOK_SECRETS',
      about: m.portal_config_about_stripe_webhook_secrets,
      pattern: /^whsec_\w+$/,
      must: m.portal_config_must_stripe_webhook_secrets,
    }),
  ),
  stripePortals: integer({
    name: 'STRIPE_PORTALS',
    fallback: '1',
    min: 1,
    max: 20,
    about: m.portal_config_about_stripe_portals,
  }),
  stripeApi: matching({
    name: 'STRIPE_API',
    about: m.portal_config_about_stripe_api,
    pattern: /^http:\/\/127\.0\.0\.1:\d{1,5}$/,
    must: m.portal_config_must_stripe_api,
  }),
  connections: integer({
    name: 'CONNECTIONS',
    fallback: '4000',
    min: 10,
    max: 100_000,
    about: m.portal_config_about_connections,
  }),
  securityContact: text({ name: 'SECURITY_CONTACT', about: m.portal_config_about_security_contact }),
  applePayDomain: secret(text({ name: 'APPLE_PAY_DOMAIN', about: m.portal_config_about_apple_pay_domain })),
  demo: yesOrNo({ name: 'DEMO', about: m.portal_config_about_demo }),
  frameAncestors: origins({ name: 'FRAME_ANCESTORS', about: m.portal_config_about_frame_ancestors }),
  trustProxy: integer({
    name: 'TRUST_PROXY',
    fallback: '0',
    min: 0,
    max: 10,
    about: m.portal_config_about_trust_proxy,
  }),
  requestsPerNetwork: integer({
    name: 'REQUESTS_PER_NETWORK',
    fallback: '6000',
    min: 0,
    max: 10_000_000,
    about: m.portal_config_about_requests_per_network,
  }),
  requestsPerToken: integer({
    name: 'REQUESTS_PER_TOKEN',
    fallback: '600',
    min: 0,
    max: 10_000_000,
    about: m.portal_config_about_requests_per_token,
  }),
  visitorsAtOnce: integer({
    name: 'VISITORS_AT_ONCE',
    fallback: '1000',
    min: 0,
    max: 1_000_000,
    about: m.portal_config_about_visitors_at_once,
  }),
  fairChance: yesOrNo({ name: 'FAIR_CHANCE', about: m.portal_config_about_fair_chance }),
  traceEndpoint: origin({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about: m.portal_config_about_trace_endpoint,
  }),
  tracePercent: integer({
    name: 'TRACE_PERCENT',
    fallback: '100',
    min: 1,
    max: 100,
    about: m.portal_config_about_trace_percent,
  }),
  metricsHost: text({
    name: 'METRICS_HOST',
    fallback: '127.0.0.1',
    about: m.portal_config_about_metrics_host,
  }),
  metricsPort: integer({
    name: 'METRICS_PORT',
    fallback: '0',
    min: 0,
    max: 65_535,
    about: m.portal_config_about_metrics_port,
  }),
  logLevel: oneOf({
    name: 'LOG_LEVEL',
    fallback: 'info',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    about: m.portal_config_about_log_level,
  }),
  logFormat: oneOf({
    name: 'LOG_FORMAT',
    values: ['', 'json', 'plain'],
    about: m.portal_config_about_log_format,
  }),
} as const;
