import type pg from 'pg';
import type { Loose } from '#tests/support/season/season-folder.ts';

/** What a family may choose in the sweep: a term of a route, with add-ons. */
export type Choice = { route: string; term: string; addons: readonly string[] };

const COMBINED = 'Middle and Upper combined';
const SPLIT = 'Middle School split';
const LATE_BUS = 'Late bus only';

export const PROGRAM = { group: 'ecfs', program: 'ecfs-ms-us' };

export const CHOICES: readonly Choice[] = [
  { route: COMBINED, term: 'EC-S3', addons: [] },
  { route: COMBINED, term: 'EC-S3', addons: ['late-bus'] },
  { route: COMBINED, term: 'EC-F', addons: ['late-bus'] },
  { route: SPLIT, term: 'EC-MS-F', addons: [] },
  { route: SPLIT, term: 'EC-MS-F', addons: ['late-bus', 'instrument'] },
  // Several times, as a seat that is left is what they all want.
  ...Array.from({ length: 3 }, () => ({ route: LATE_BUS, term: 'EC-LB', addons: [] })),
];

// In dollars of season 0; each further season costs a dollar more in every place, so a sum tells its season.
const DEPOSITS: Record<string, number> = { 'EC-S3': 1000, 'EC-F': 2000, 'EC-MS-F': 3000, 'EC-LB': 900 };
const ADDONS: Record<string, number> = { 'late-bus': 100, instrument: 200 };
const LATER = 500;

/** How a route or a term is on sale in a season; in some of them a part is closed. */
const isSplitOpen = (season: number) => season % 3 !== 2;
const isFullForStaffAlone = (season: number) => season % 4 === 2;
const isInstrumentForStaffAlone = (season: number) => season % 5 === 1;
// Fewer than would be bought; an import may add seats, as one that took promised ones away is refused.
const seatsOf = (season: number) => 2 + Math.floor(season / 2);

/** What is paid on the day of the order, in cents. */
export const firstPaymentOf = ({ term, addons }: Choice, season: number): number =>
  100 *
  [DEPOSITS[term]!, ...addons.map((addon) => ADDONS[addon]!)].reduce((all, each) => all + each + season, 0);

/** Writes a season with no seat on the route that everybody wants. */
export function writeSeasonWithoutSeats(file: Loose, season: number): void {
  writeSeason(file, season);
  const [program] = file.periods[0].programs;
  program.routes.find(({ name }: Loose) => name === LATE_BUS).capacity = 0;
}

export const isSeatWanted = ({ route }: Choice): boolean => route === LATE_BUS;

/** Writes a season into the file that is imported. */
export function writeSeason(file: Loose, season: number): void {
  const { format, version, periods } = file;
  const period = periods.find(({ is_current }: Loose) => is_current) ?? periods[0];
  const program = period.programs.find((each: Loose) => each.program === PROGRAM.program);
  for (const route of program.routes) {
    if (route.name === SPLIT) route.is_active = isSplitOpen(season);
    if (route.name === LATE_BUS) route.capacity = seatsOf(season);
    for (const term of route.payment_terms) {
      if (DEPOSITS[term.identifier] === undefined) continue;
      term.deposit = DEPOSITS[term.identifier]! + season;
      if (term.identifier === 'EC-S3') term.amount = LATER + season;
      if (term.identifier === 'EC-F') term.is_admin_only = isFullForStaffAlone(season);
    }
    for (const addon of route.addons) {
      addon.amount = ADDONS[addon.name]! + season;
      if (addon.name === 'instrument') addon.is_admin_only = isInstrumentForStaffAlone(season);
    }
  }
  for (const key of Object.keys(file)) delete file[key];
  Object.assign(file, { format, version, periods: [{ ...period, program_groups: [], programs: [program] }] });
}

/** Writes a season as somebody does at the database's own prompt: no code of the portal runs. */
export async function updateSeason(pool: pg.Pool, season: number): Promise<void> {
  const client = await pool.connect();
  const ofProgram = `(select r.id from routes r join period_programs pp on pp.id = r.period_program_id
    join programs p on p.id = pp.program_id where p.name = '${PROGRAM.program}')`;
  try {
    await client.query('begin');
    await client.query(
      `update routes set is_active = case name when $1 then $2 else is_active end,
        capacity = case name when $3 then greatest(seats_taken, $4::int - 2) else capacity end
        where id in ${ofProgram}`,
      // At the prompt nobody looks at the seats that are held.
      [SPLIT, isSplitOpen(season), LATE_BUS, seatsOf(season)],
    );
    for (const [identifier, dollars] of Object.entries(DEPOSITS))
      await client.query(
        `update payment_terms set deposit_cents = $1, is_admin_only = $2,
          amount_cents = case when number_payments > 1 then $3::bigint else amount_cents end
          where identifier = $4`,
        [
          100 * (dollars + season),
          identifier === 'EC-F' && isFullForStaffAlone(season),
          100 * (LATER + season),
          identifier,
        ],
      );
    for (const [name, dollars] of Object.entries(ADDONS))
      await client.query(
        `update addons set amount_cents = $1, is_admin_only = $2
          where name = $3 and route_id in ${ofProgram}`,
        [100 * (dollars + season), name === 'instrument' && isInstrumentForStaffAlone(season), name],
      );
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * At the commit of each order, what the catalog says of what it bought then: a statement of its own reads
 * what others have committed by that moment. The owner makes it, as the portal's role may not.
 */
export const WATCH_SALES = `
  create table watched_sales (order_id bigint, first_cents bigint, later_cents bigint, is_closed boolean);
  create function watch_sale() returns trigger language plpgsql as $$ begin
    insert into watched_sales select new.order_id,
      term.deposit_cents + coalesce(sum(addons.amount_cents), 0), term.amount_cents,
      not route.is_active or term.is_admin_only or coalesce(bool_or(addons.is_admin_only), false)
      from payment_terms term join routes route on route.id = term.route_id
      left join addons on addons.id in
        (select (signed ->> 'id')::bigint from jsonb_array_elements(new.snapshot -> 'addons') signed)
      where term.id = new.payment_term_id group by term.id, route.id;
    return null;
  end $$ security definer;
  grant select on watched_sales to public;
  create constraint trigger watch_sale after insert on contracts deferrable initially deferred
    for each row execute function watch_sale()`;

/** Orders with other payments than the season said at their commit, or of something that was closed then. */
export const UNSOUND_SALES = `
  select sale.order_id, paid.sums, sale.first_cents, sale.later_cents, sale.is_closed from watched_sales sale
  join lateral (select array_agg(amount_cents::text order by payment_number) as sums,
    min(amount_cents) filter (where payment_number = 1) as first_cents,
    bool_and(payment_number = 1 or amount_cents = sale.later_cents) as is_later_right
    from payments where order_id = sale.order_id) paid on true
  where sale.is_closed or paid.first_cents is distinct from sale.first_cents or not paid.is_later_right
  order by sale.order_id`;
