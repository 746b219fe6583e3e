import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape, instantShape } from '#kit/endpoint/wire.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';

/** The longest way that the clock goes at once: a school year. */
export const MOST_DAYS = 366;

/** What the portal did on one day of the way. */
export const rehearsedDayShape = z.object({
  day: dayShape,
  charges: z.number().int(),
  charged_cents: centsShape,
  declines: z.number().int(),
  settled: z.number().int(),
  returned: z.number().int(),
  mails: z.number().int(),
});
export type RehearsedDay = z.output<typeof rehearsedDayShape>;

export const clockShape = z.object({
  now: instantShape,
  /** in company time */
  today: dayShape,
  /** how far it is ahead of the real time */
  offset_ms: z.number().int(),
  /** the next day on which a payment is to be tried; null when none is */
  next_due_on: dayShape.nullable(),
  /** the days of the way that was just gone on which anything happened */
  days: z.array(rehearsedDayShape),
});
export type ClockState = z.output<typeof clockShape>;

export const readClock = endpoint({
  name: 'readClock',
  summary: "The sandbox's clock, and the next day on which a payment is due",
  method: 'GET',
  path: '/admin/clock',
  guard: { right: 'money_write' },
  item: clockShape,
  refusals: [officeRefusals.clock_is_real],
});

const days = z.number().int().min(1).max(MOST_DAYS);

export const moveClock = endpoint({
  name: 'moveClock',
  summary: "Move the sandbox's clock ahead by days or to a day; what is due on the way happens in order",
  method: 'POST',
  proof: 'recent',
  path: '/admin/clock',
  guard: { right: 'money_write' },
  audits: ['clock.move'],
  impersonation: 'refused',
  body: z.union([z.object({ days }), z.object({ to: dayShape })]),
  item: clockShape,
  refusals: [officeRefusals.clock_is_real, officeRefusals.clock_backwards, officeRefusals.clock_too_far],
});
