import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';

export const HEALTH_KEYS = [
  'version',
  'disk',
  'clock',
  'backup',
  'mail',
  'background',
  'processor',
  'collection',
  'proxy',
  'faults',
] as const;
export type HealthKey = (typeof HEALTH_KEYS)[number];

export const HEALTH_STATES = ['good', 'look', 'bad'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

const healthLineShape = z.object({
  key: z.enum(HEALTH_KEYS),
  state: z.enum(HEALTH_STATES),
  value: z.string(),
  /** what to do; null for a good line */
  sentence: z.string().nullable(),
});
export type HealthLine = z.output<typeof healthLineShape>;

export const readHealth = endpoint({
  name: 'readHealth',
  summary: 'The state of the portal, line by line, with what to do',
  method: 'GET',
  path: '/admin/health',
  guard: { right: 'company' },
  item: z.object({ lines: z.array(healthLineShape) }),
  refusals: [],
});
