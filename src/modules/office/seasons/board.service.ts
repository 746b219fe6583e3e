import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { plainText } from '#kit/text/plain-text.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { countInCheckout, schoolOpening } from '#modules/catalog/periods/periods.service.ts';
import { whySchoolSellsNothing } from '#modules/catalog/routes/on-sale.ts';
import { listSeatUse, type SeatUse } from '#modules/seats/season-seats.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { BOARD_TEXTS, type Board, type BoardProgram, type BoardSchool } from './board.contract.ts';
import { inPlace } from '#kit/in-place.ts';
import { boardRoute, partsOfRoutes, toWhyNot, type RouteParts } from './board-routes.service.ts';
import { schoolOfSeason, seasonHead, type GroupRow, type PeriodRow } from './season-heads.service.ts';
import { listTextChanges, type TextChange } from './seasons.queries.ts';

type Needs = { db: Db; clock: Pick<Clock, 'now' | 'today'> };
type PeriodProgramRow = SellingCatalog['period_programs'][number];

/** How much of a landing message the board shows. */
const LETTERS_SHOWN = 80;

/**
 * A season with all that it sells, ended objects too. Beside the catalog in memory, three statements read
 * seats, changes of texts and open checkouts, however many routes there are.
 * @throws not_found
 */
export async function readSeasonBoard({ db, clock }: Needs, id: number): Promise<Board> {
  const now = clock.now();
  const catalog = await sellingCatalog(db, now);
  const period = catalog.periods.find((one) => one.id === id);
  if (!period) throw new Refusal(catalogRefusals.not_found);
  const sold = catalog.period_programs.filter(({ period_id }) => period_id === id);
  const [used, texts, checkouts] = await atOnce([
    listSeatUse(db, now, id),
    listTextChanges(
      db,
      sold.map((one) => one.id),
    ),
    countInCheckout(db, now, id),
  ]);
  const today = clock.today();
  const seats = new Map(used.map((use) => [use.route_id, use]));
  const inCheckout = new Map(checkouts.map((one) => [one.program_group_id, one.families]));
  const parts = partsOfRoutes(catalog);
  const read: BoardFacts = { catalog, period, today, sold, parts, seats, texts, inCheckout };
  return {
    season: {
      ...seasonHead(catalog, period, { today, now }),
      first_day_of_school: period.first_day_of_school,
    },
    today,
    schools: catalog.program_groups.toSorted(inPlace).flatMap((group) => boardSchool(read, group)),
  };
}

type BoardFacts = {
  catalog: SellingCatalog;
  period: PeriodRow;
  today: PlainDate;
  /** the programs in the season */
  sold: readonly PeriodProgramRow[];
  parts: RouteParts;
  seats: ReadonlyMap<number, SeatUse>;
  texts: readonly TextChange[];
  /** families with an open checkout, by school (SE5.3) */
  inCheckout: ReadonlyMap<number, number>;
};

/** @returns nothing for a school outside the season */
function boardSchool(read: BoardFacts, group: GroupRow): BoardSchool[] {
  const { catalog, period } = read;
  const facts = schoolOfSeason(catalog, period, group);
  const programs = catalog.programs
    .filter(({ program_group_id }) => program_group_id === group.id)
    .toSorted(inPlace)
    .flatMap((program) =>
      read.sold
        .filter(({ program_id }) => program_id === program.id)
        .map((sold) => boardProgram(read, { facts, program, sold })),
    );
  const row = catalog.period_program_groups.find(
    (one) => one.period_id === period.id && one.program_group_id === group.id,
  );
  if (!row && programs.length === 0) return [];
  const why = whySchoolSellsNothing(facts);
  const printables = catalog.printable_contracts.filter(
    ({ period_program_group_id }) => period_program_group_id === row?.id,
  );
  return [
    {
      ...group,
      name: group.text,
      period_group: row
        ? {
            ...row,
            ...schoolOpening(row, read.inCheckout.get(group.id)),
            is_active: row.is_switched_on,
            active_msg: excerptOf(row.active_msg),
            inactive_msg: excerptOf(row.inactive_msg),
            printables: printables.toSorted(inPlace),
          }
        : null,
      why_closed: why && toWhyNot(why),
      programs,
    },
  ];
}

type OfSchool = {
  facts: ReturnType<typeof schoolOfSeason>;
  program: SellingCatalog['programs'][number];
  sold: PeriodProgramRow;
};

function boardProgram(read: BoardFacts, { facts, program, sold }: OfSchool): BoardProgram {
  const { catalog } = read;
  const period_program = { ...sold, is_active: sold.is_active && program.is_active };
  const around = { ...read, facts: { ...facts, period_program } };
  const ofProgram = ({ period_program_id }: { period_program_id: number }) => period_program_id === sold.id;
  return {
    ...sold,
    id: program.id,
    version: program.version,
    name: program.text,
    is_active: program.is_active,
    period_program: sold,
    texts: textsOf(read, sold),
    surcharges: catalog.payment_type_surcharges.filter(ofProgram).map((surcharge) => ({
      ...surcharge,
      payment_type: catalog.options.find(({ id }) => id === surcharge.payment_type_id)!.key,
    })),
    grades: catalog.program_grades
      .filter(({ program_id }) => program_id === program.id)
      .toSorted(inPlace)
      .map(({ text, ...grade }) => ({ ...grade, name: text })),
    routes: catalog.routes
      .filter(ofProgram)
      .toSorted(inPlace)
      .map((route) => boardRoute(route, around)),
  };
}

function textsOf({ texts }: BoardFacts, sold: PeriodProgramRow): BoardProgram['texts'] {
  return BOARD_TEXTS.map((field) => {
    const change = texts.find((one) => one.row_id === sold.id && one.field === field);
    return {
      field,
      letters: plainText(sold[field] ?? '').length,
      changed_at: change?.at.toISOString() ?? null,
    };
  });
}

function excerptOf(html: string | null): string | null {
  const text = plainText(html ?? '');
  if (text.length <= LETTERS_SHOWN) return text || null;
  return `${text.slice(0, LETTERS_SHOWN).trimEnd()}…`;
}
