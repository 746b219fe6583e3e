import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { instantShape } from '#kit/endpoint/wire.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { HEALTH_KEYS, HEALTH_STATES } from './health.states.ts';

const healthLineShape = z.object({
  key: z.enum(HEALTH_KEYS),
  state: z.enum(HEALTH_STATES),
  value: z.string(),
  /** what to do; null for a good line */
  sentence: z.string().nullable(),
});
export type HealthLine = z.output<typeof healthLineShape>;

const healthJobShape = z.object({
  name: z.string(),
  waiting: z.number().int(),
  running: z.number().int(),
  /** runs of a day */
  failed: z.number().int(),
  /** it has failed, and nothing runs it soon */
  is_dead: z.boolean(),
  /** how long the oldest run has waited, in seconds */
  oldest_s: z.number().int(),
  next_at: instantShape,
});
export type HealthJob = z.output<typeof healthJobShape>;

/** Jobs that staff run at any time: verify the audit chain, compare the books, read events. */
export const RUNNABLE_JOBS = ['audit.verify', 'billing.reconcile', 'billing.poll-events'] as const;

export const readHealth = endpoint({
  name: 'readHealth',
  summary: 'The state of the portal, line by line, with what to do, and its jobs (HE1)',
  method: 'GET',
  path: '/admin/health',
  guard: { right: 'company' },
  item: z.object({
    /** `since`: when the state began; null until the portal has looked at it, in minutes */
    lines: z.array(healthLineShape.extend({ since: instantShape.nullable() })),
    jobs: z.array(healthJobShape),
  }),
  refusals: [],
});
export type Health = z.output<typeof readHealth.item>;

export const runJobNow = endpoint({
  name: 'runJobNow',
  summary: 'Run a dead job, verify the audit chain, compare the books or read events; once for two presses',
  method: 'POST',
  path: '/admin/health/run',
  guard: { right: 'company' },
  audits: ['job.run'],
  impersonation: 'refused',
  body: z.object({
    job: z
      .string()
      .max(100)
      .regex(/^[a-z.-]+$/),
  }),
  item: 'none',
  refusals: [officeRefusals.job_not_dead],
});
