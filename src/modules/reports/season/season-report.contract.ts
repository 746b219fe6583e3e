import { z } from 'zod';
import { endpoint, type Answered } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { reportRefusals } from '#modules/reports/reports.refusals.ts';
import { SEASON_MONEY } from './season-columns.ts';
import { SEASON_GROUPINGS } from './season-groupings.ts';

const countShape = z.number().int();

const moneyShape = Object.fromEntries(SEASON_MONEY.map((column) => [column, centsShape])) as Record<
  (typeof SEASON_MONEY)[number],
  typeof centsShape
>;

const columnsShape = z.object({
  contracts: countShape,
  ended: countShape,
  ...moneyShape,
  /** the filters of the list of orders with the contracts counted */
  orders: z.object({ contracts: z.string(), ended: z.string() }),
  /** the filters of what is owed with the payments past due; absent where no filter has just these */
  owed: z.string().optional(),
});

const partShape = columnsShape.extend({ key: z.string(), text: z.string() });

export const seasonReportQuery = z.object({
  /** left out: the newest season that sells or has sold */
  season: idShape.optional(),
  by: z.enum(SEASON_GROUPINGS).default('school'),
  /** the second grouping, folded into the first */
  second: z.enum(SEASON_GROUPINGS).optional(),
  /** left out: today */
  as_of: dayShape.optional(),
});

export const readSeasonReport = endpoint({
  name: 'readSeasonReport',
  summary: 'What a season was sold for and what became of the money, as known at the end of a day (RP2)',
  method: 'GET',
  path: '/admin/reports/season',
  guard: { right: 'money' },
  query: seasonReportQuery,
  item: z.object({
    season: z.object({ id: idShape, text: z.string() }),
    seasons: z.array(z.object({ id: idShape, text: z.string() })),
    by: z.enum(SEASON_GROUPINGS),
    second: z.enum(SEASON_GROUPINGS).nullable(),
    as_of: dayShape,
    rows: z.array(partShape.extend({ parts: z.array(partShape) })),
    total: columnsShape,
  }),
  refusals: [reportRefusals.season_unknown, reportRefusals.day_ahead],
});

export type SeasonReport = Answered<typeof readSeasonReport>[number];
