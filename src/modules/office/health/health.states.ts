export const HEALTH_STATES = ['good', 'look', 'bad'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export const HEALTH_KEYS = [
  'version',
  'clock',
  'database',
  'backup',
  'jobs',
  'mail',
  'background',
  'processor',
  'collection',
  'books',
  'files',
  'audit',
  'keys',
  'proxy',
  'faults',
] as const;
export type HealthKey = (typeof HEALTH_KEYS)[number];
