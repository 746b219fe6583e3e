import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';

const countShape = z.number().int();

/** Days late, by both ends; null: and more (RP1.5). */
export const OWED_AGES = [
  [1, 7],
  [8, 30],
  [31, 60],
  [61, null],
] as const;

export const METHOD_KINDS = ['card', 'bank', 'none'] as const;

const seasonShape = z.object({ id: idShape, text: z.string() });

/** Signed contracts by days since the sale opened; the first day is 0. */
const salesShape = z.object({
  opened_on: dayShape.nullable(),
  /** added up, one for each day until today or the last contract */
  contracts: z.array(countShape),
});

const routeSeatsShape = z.object({
  route_id: idShape,
  route: z.string(),
  school: z.string(),
  taken: countShape,
  reserved: countShape,
  /** null: no limit */
  free: countShape.nullable(),
  waiting: countShape,
});
export type RouteSeats = z.output<typeof routeSeatsShape>;

const monthShape = z.object({
  /** `2027-03` */
  month: z.string(),
  collected_cents: centsShape,
  expected_cents: centsShape,
  refunded_cents: centsShape,
});

const owedShape = z.object({
  from_days: countShape,
  thru_days: countShape.nullable(),
  payments: countShape,
  amount_cents: centsShape,
});

const dueShape = z.object({
  pay_on: dayShape,
  kind: z.enum(METHOD_KINDS),
  payments: countShape,
  amount_cents: centsShape,
  /** of it by methods that failed last time */
  doubtful_cents: centsShape,
});

export const overviewShape = z.object({
  season: seasonShape.nullable(),
  last_season: seasonShape.nullable(),
  seasons: z.array(seasonShape),
  schools: z.array(z.object({ path: z.string(), text: z.string() })),
  today: dayShape,
  sales: salesShape,
  last_sales: salesShape.nullable(),
  signed_today: countShape,
  signed_last_7_days: countShape,
  /** against last season on the same day since opening; null without a last season */
  difference: countShape.nullable(),
  seats: z.array(routeSeatsShape),
  months: onlyWith('money', z.array(monthShape)),
  owed: onlyWith('money', z.array(owedShape)),
  due: onlyWith('money', z.array(dueShape)),
});
export type OverviewFacts = z.output<typeof overviewShape>;

export const readOverview = endpoint({
  name: 'readOverview',
  summary: 'Sales, seats, money, what is owed and what is due, for the charts of the overview (RP1)',
  method: 'GET',
  path: '/admin/reports/overview',
  guard: { right: 'families' },
  query: z.object({
    season: idShape.optional(),
    /** the path of a school */
    school: z.string().max(100).optional(),
  }),
  item: overviewShape,
  refusals: [officeRefusals.school_unknown],
});
