import { COMPANY_TIME_ZONE } from '#kit/local-time.ts';
import type { Cents, MilliPercent } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';

type Stored = { readonly id: number; readonly version: number };
type MayEnd = { readonly is_active: boolean };

export type PeriodFacts = Stored & {
  readonly name: string;
  readonly text: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly first_day_of_school: PlainDate | null;
  readonly aid_balance_due_dt: PlainDate | null;
  /** the season that a roll-over has made this one of */
  readonly rolled_from_id: number | null;
};
type DivisionFacts = Stored & { readonly company_name: string; readonly ach_terms: string | null };
type GroupFacts = Stored &
  MayEnd & {
    readonly division_id: number;
    readonly text: string;
    readonly path: string;
    readonly is_on_home_page: boolean;
    readonly drawing_file: string | null;
  };
type SchoolInSeasonFacts = Stored &
  MayEnd & {
    readonly program_group_id: number;
    readonly opens_at: Date | null;
    readonly closes_at: Date | null;
    readonly active_msg: string | null;
    readonly inactive_msg: string | null;
    readonly first_day_of_school: PlainDate | null;
  };
type PrintableFacts = Stored & MayEnd & { readonly name: string; readonly file_name: string };
type ProgramFacts = Stored & {
  readonly program_group_id: number;
  readonly name: string;
  readonly text: string;
  readonly ach_terms: string | null;
};
type ProgramInSeasonFacts = Stored & {
  readonly program_id: number;
  readonly accept_financial_aid: boolean;
  readonly contract_text_intro: string | null;
  readonly contract_text: string | null;
  readonly faq: string | null;
};
type SurchargeFacts = Stored & {
  readonly name: string;
  readonly payment_type_id: number;
  readonly amount_flat_cents: Cents | null;
  readonly amount_percentage_milli_percent: MilliPercent | null;
};
type AidCodeFacts = Stored & { readonly expires_on: PlainDate | null };
type RouteFacts = Stored & {
  readonly name: string;
  readonly text_before: string;
  readonly text_after: string;
  readonly capacity: number | null;
  readonly seats_taken: number;
  readonly has_surge_pricing: boolean;
  readonly surge_pricing_text: string | null;
  readonly contract_pdf: string | null;
};
export type TermFacts = Stored & {
  readonly name: string;
  readonly payment_term_type_id: number;
  readonly from_dt: PlainDate | null;
  readonly thru_dt: PlainDate | null;
  readonly deposit_cents: Cents;
  readonly amount_cents: Cents;
  readonly number_payments: number;
  readonly scheduled_dt: PlainDate | null;
  readonly prefix_text: string | null;
  readonly is_admin_only: boolean;
};
type AddonFacts = Stored & { readonly name: string; readonly text: string; readonly amount_cents: Cents };
type DiscountFacts = Stored & {
  readonly is_sibling_discount: boolean;
  readonly amount_flat_cents: Cents | null;
  readonly amount_percentage_milli_percent: MilliPercent | null;
};
type BlockFacts = Stored & {
  readonly key: string;
  readonly content: string;
  readonly program_group_id: number | null;
};

/** `name` is how a sentence calls each of these. */
export type RouteView = {
  name: string;
  route: RouteFacts;
  terms: readonly TermFacts[];
  addons: readonly AddonFacts[];
  discounts: readonly DiscountFacts[];
};
export type ProgramView = {
  name: string;
  program: ProgramFacts;
  sold: ProgramInSeasonFacts;
  n_grades: number;
  surcharges: readonly SurchargeFacts[];
  codes: readonly AidCodeFacts[];
  routes: readonly RouteView[];
};
export type SchoolView = {
  name: string;
  group: GroupFacts;
  division: DivisionFacts;
  in_season: SchoolInSeasonFacts;
  printables: readonly PrintableFacts[];
  programs: readonly ProgramView[];
};

/** A season with all that it sells, as the checks see it; what has ended is left out. */
export type SeasonView = {
  period: PeriodFacts;
  time_zone: string;
  card_fee_cap: MilliPercent | null;
  card_type_id: number | undefined;
  scheduled_type_id: number | undefined;
  blocks: readonly BlockFacts[];
  schools: readonly SchoolView[];
  /** the season before, ended objects too; its prices are compared */
  before: Pick<SeasonView, 'schools'> | undefined;
};

/** All objects of a kind, in the order of their siblings. */
type RowsOf = (kind: ObjectKind) => readonly object[];

export type CatalogOfChecks = {
  rowsOf: RowsOf;
  /** the ids of the options of payments by key */
  options: ReadonlyMap<string, number>;
};

function groupedBy<T extends object>(rows: readonly T[], column: string): (id: number) => readonly T[] {
  const found = new Map<unknown, T[]>();
  for (const row of rows) {
    const key = (row as Record<string, unknown>)[column];
    const others = found.get(key);
    if (others) others.push(row);
    else found.set(key, [row]);
  }
  return (id) => found.get(id) ?? [];
}

type RowTypes = {
  division: DivisionFacts;
  program_group: GroupFacts;
  program: ProgramFacts;
  grade: Stored;
  period_group: SchoolInSeasonFacts;
  printable: PrintableFacts;
  period_program: ProgramInSeasonFacts;
  surcharge: SurchargeFacts;
  aid_code: AidCodeFacts;
  route: RouteFacts;
  payment_term: TermFacts;
  addon: AddonFacts;
  discount: DiscountFacts;
  content_block: BlockFacts;
};
type Kind = keyof RowTypes;

type Read = {
  of: <K extends Kind>(kind: K) => readonly RowTypes[K][];
  below: <K extends Kind>(kind: K, parent: string) => (id: number) => readonly RowTypes[K][];
};

function reader(rowsOf: RowsOf, withEnded: boolean): Read {
  const of = <K extends Kind>(kind: K) => {
    const rows = rowsOf(kind) as readonly (RowTypes[K] & Partial<MayEnd>)[];
    // A school that is not open is part of the season.
    return withEnded || kind === 'period_group' ? rows : rows.filter(({ is_active }) => is_active !== false);
  };
  return { of, below: (kind, parent) => groupedBy(of(kind), parent) };
}

/** @returns undefined for a season that does not exist */
export function seasonView(catalog: CatalogOfChecks, period_id: number): SeasonView | undefined {
  const periods = catalog.rowsOf('period') as readonly PeriodFacts[];
  const period = periods.find(({ id }) => id === period_id);
  if (!period) return undefined;
  const [earlier] = periods
    .filter(({ starts_on }) => starts_on < period.starts_on)
    .toSorted((a, b) => b.starts_on.localeCompare(a.starts_on));
  const { options, rowsOf } = catalog;
  const [company] = rowsOf('company') as readonly { card_fee_cap: MilliPercent; time_zone: string }[];
  return {
    period,
    time_zone: company?.time_zone ?? COMPANY_TIME_ZONE,
    card_fee_cap: company?.card_fee_cap ?? null,
    card_type_id: options.get('paymentTypeCreditCard'),
    scheduled_type_id: options.get('paymentTermTypeScheduled'),
    blocks: reader(rowsOf, false).of('content_block'),
    schools: schoolsOf(reader(rowsOf, false), period),
    before: earlier && { schools: schoolsOf(reader(rowsOf, true), earlier) },
  };
}

/** A school that is not in the season sells nothing there, whatever else the season has of it. */
function schoolsOf(read: Read, period: PeriodFacts): SchoolView[] {
  const inSeason = read.below('period_group', 'period_id')(period.id);
  const divisions = read.of('division');
  const printables = read.below('printable', 'period_program_group_id');
  const programs = programsOf(read, period);
  return read.of('program_group').flatMap((group) => {
    const in_season = inSeason.find((one) => one.program_group_id === group.id);
    const division = divisions.find(({ id }) => id === group.division_id);
    if (!in_season || !division) return [];
    const ofSchool = { group, division, in_season, printables: printables(in_season.id) };
    return [{ ...ofSchool, name: group.text, programs: programs(group) }];
  });
}

function programsOf(read: Read, period: PeriodFacts): (group: GroupFacts) => ProgramView[] {
  const sold = read.below('period_program', 'period_id')(period.id);
  const programs = read.below('program', 'program_group_id');
  const grades = read.below('grade', 'program_id');
  const surcharges = read.below('surcharge', 'period_program_id');
  const codes = read.below('aid_code', 'period_program_id');
  const routes = routesOf(read);
  return (group) =>
    programs(group.id).flatMap((program) => {
      const one = sold.find(({ program_id }) => program_id === program.id);
      if (!one) return [];
      const name = `${group.text}, ${program.text}`;
      const ofProgram = {
        surcharges: surcharges(one.id),
        codes: codes(one.id),
        routes: routes(one.id, name),
      };
      return [{ name, program, sold: one, n_grades: grades(program.id).length, ...ofProgram }];
    });
}

function routesOf(read: Read): (period_program_id: number, program: string) => RouteView[] {
  const routes = read.below('route', 'period_program_id');
  const terms = read.below('payment_term', 'route_id');
  const addons = read.below('addon', 'route_id');
  const discounts = read.below('discount', 'route_id');
  return (period_program_id, program) =>
    routes(period_program_id).map((route) => ({
      name: `${program} · ${route.name}`,
      route,
      terms: terms(route.id),
      addons: addons(route.id),
      discounts: discounts(route.id),
    }));
}
