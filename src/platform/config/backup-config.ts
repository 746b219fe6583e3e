import { m } from '#i18n/messages.js';

export type S3Config = {
  bucket: string;
  region: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type BackupConfig = { s3: S3Config; keys: readonly string[] };

type BackupValues = {
  backupBucket: string;
  backupRegion: string;
  backupEndpoint: string;
  backupAccessKeyId: string;
  backupSecretAccessKey: string;
  backupKeys: readonly string[];
};

type Values = BackupValues & { databaseUrl: string; vaultKeys: readonly string[] };

type Demand = { name: string; isMet: (values: Values) => boolean; must: () => string };

const isOn = ({ backupBucket }: BackupValues) => backupBucket !== '';

export const OF_BACKUP: readonly Demand[] = [
  // Half a set is a mistake: nobody would notice that no backup is made.
  {
    name: 'BACKUP_BUCKET',
    isMet: (values) =>
      isOn(values) ||
      !(
        values.backupEndpoint ||
        values.backupAccessKeyId ||
        values.backupSecretAccessKey ||
        values.backupKeys.length
      ),
    must: m.portal_config_must_backup_together,
  },
  {
    name: 'BACKUP_SECRET_ACCESS_KEY',
    isMet: ({ backupAccessKeyId, backupSecretAccessKey }) =>
      Boolean(backupAccessKeyId) === Boolean(backupSecretAccessKey),
    must: m.portal_config_must_backup_pair,
  },
  {
    name: 'BACKUP_KEYS',
    isMet: (values) => !isOn(values) || values.backupKeys.length > 0,
    must: m.portal_config_must_backup_keys,
  },
  // Whoever opens a backup by its key must not open the sealed texts inside.
  {
    name: 'BACKUP_KEYS',
    isMet: ({ backupKeys, vaultKeys }) => !backupKeys.some((key) => vaultKeys.includes(key)),
    must: m.portal_config_must_backup_other_keys,
  },
  {
    name: 'BACKUP_BUCKET',
    isMet: (values) => !isOn(values) || values.databaseUrl === '',
    must: m.portal_config_must_backup_embedded,
  },
];

export function backupOf(values: BackupValues): BackupConfig | undefined {
  if (!isOn(values)) return undefined;
  const { backupBucket: bucket, backupRegion: region, backupEndpoint: endpoint } = values;
  const { backupAccessKeyId: accessKeyId, backupSecretAccessKey: secretAccessKey, backupKeys: keys } = values;
  return { s3: { bucket, region, endpoint, accessKeyId, secretAccessKey }, keys };
}
