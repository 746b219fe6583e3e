import { invariant } from '#kit/invariant.ts';
import { inPlace } from '#kit/in-place.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { totalOf } from '#kit/list/list-total.ts';
import { fullName } from '#kit/text/full-name.ts';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { listWords } from '#modules/office/search/list-words.service.ts';
import { placeIds } from '#modules/orders/reading/list-places.service.ts';
import type { PlaceIds } from '#modules/orders/reading/place-ids.ts';
import { partsOfRoutes, seatsOf } from '#modules/office/seasons/board-routes.service.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { OFFER_PAUSE_MS } from '#modules/seats/family-seats.ts';
import { OFFER_MS } from '#modules/seats/seat-count.ts';
import { listSeatUse, type SeatUse } from '#modules/seats/season-seats.service.ts';
import { withOpenPhones } from '#modules/students/encrypted-texts.service.ts';
import { guardianName, guardiansOf } from '#modules/students/guardians.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import { pageOf, type CountedPage } from '#platform/db/page-of-rows.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type {
  listWaitingChildren as listChildren,
  WaitingAct,
  WaitingChild,
  WaitingPage,
  WaitingRoute,
  WaitingSort,
} from './waiting.contract.ts';
import * as rows from './waiting.queries.ts';

type Needs = { db: Db; clock: Pick<Clock, 'now' | 'today'> };
type Reading = { db: Db; vault: Vault; now: Date };

/** The routes with limited seats of the published seasons that have not ended, by season and school. */
export async function listWaitingRoutes({ db, clock }: Needs): Promise<WaitingRoute[]> {
  const catalog = await sellingCatalog(db, clock.now());
  const today = clock.today();
  const periods = catalog.periods.filter(({ is_draft, ends_on }) => !is_draft && ends_on >= today);
  const seats = new Map<number, SeatUse>();
  for (const { id } of periods)
    for (const use of await listSeatUse(db, clock.now(), id)) seats.set(use.route_id, use);
  const parts = partsOfRoutes(catalog);
  const sold = { catalog, seats, parts, today };
  return periods.flatMap((period) => routesOfSeason(sold, period));
}

type Sold = {
  catalog: SellingCatalog;
  seats: ReadonlyMap<number, SeatUse>;
  parts: ReturnType<typeof partsOfRoutes>;
  today: PlainDate;
};

function routesOfSeason(
  { catalog, seats, parts, today }: Sold,
  { id: period_id, text }: SellingCatalog['periods'][number],
): WaitingRoute[] {
  const season = { id: period_id, text };
  return catalog.program_groups.toSorted(inPlace).flatMap((group) =>
    catalog.programs
      .filter(({ program_group_id }) => program_group_id === group.id)
      .toSorted(inPlace)
      .flatMap((program) =>
        catalog.routes
          .filter(({ period_program_id, capacity, is_active }) => {
            const of = catalog.period_programs.find(({ id }) => id === period_program_id);
            return (
              is_active && capacity !== null && of?.period_id === period_id && of.program_id === program.id
            );
          })
          .toSorted(inPlace)
          .map((route) => ({
            id: route.id,
            name: route.name,
            program: program.text,
            school: { path: group.path, text: group.text },
            season,
            seats: seatsOf(route, seats.get(route.id)),
            price_cents: priceOf(parts.terms.get(route.id) ?? [], today),
          })),
      ),
  );
}

type Terms = NonNullable<ReturnType<ReturnType<typeof partsOfRoutes>['terms']['get']>>;

function priceOf(terms: Terms, today: PlainDate) {
  const offered = offeredTerms(
    terms.filter(({ is_active }) => is_active),
    today,
    false,
  );
  const full = offered.find(({ payment_term_type }) => payment_term_type === 'paymentTermTypeFull');
  return full ? termTotal(full) : null;
}

/** The routes of the filters by what is sold; undefined without one. */
function routesOf(catalog: SellingCatalog, { period_ids, group_ids, route_ids }: PlaceIds) {
  if (!period_ids && !group_ids) return route_ids;
  const programs = catalog.programs.filter((one) => group_ids?.includes(one.program_group_id) ?? true);
  const sold = catalog.period_programs.filter(
    ({ period_id, program_id }) =>
      (period_ids?.includes(period_id) ?? true) && programs.some(({ id }) => id === program_id),
  );
  return catalog.routes
    .filter(({ period_program_id }) => sold.some(({ id }) => id === period_program_id))
    .map(({ id }) => id)
    .filter((id) => route_ids?.includes(id) ?? true);
}

/**
 * A page of the children on waiting lists.
 * @throws filter_invalid
 */
export async function listWaitingChildren(
  { db, clock, vault }: ListDeps,
  {
    sort,
    after,
    limit,
    found,
    countTo,
    search,
    state,
    ...asked
  }: AskedOf<typeof listChildren> & Place<WaitingSort>,
): ReadList<WaitingChild, Pick<WaitingPage, 'offer_ends_at'>> {
  const now = clock.now();
  const catalog = await sellingCatalog(db, now);
  const listed = rows.listedChildren(now, {
    words: listWords(vault, search),
    route_ids: routesOf(catalog, placeIds(catalog, asked)),
    states: state,
  });
  const query = { place: { sort, after, limit }, sort: rows.WAITING_SORTS[sort], found, countTo };
  const page = await listedPage(db, listed, query);
  const records = inOrderOf(page.rows, await rows.listChildDetails(db, now, page.rows));
  return {
    ...page,
    offer_ends_at: new Date(now.getTime() + OFFER_MS).toISOString(),
    rows: records.map((record) => toChild({ vault, now }, record)),
  };
}

export async function readWaitingChild(reading: Reading, id: number): Promise<WaitingChild> {
  const record = await rows.findChild(reading.db, reading.now, id);
  invariant(record, 'the entry of an act is there');
  return toChild(reading, record);
}

function toChild({ vault, now }: Pick<Reading, 'vault' | 'now'>, record: rows.ChildRecord): WaitingChild {
  const { entry, state, student, parent, route, school, season } = record;
  const ended_at = entry.closed_at ?? (state === 'ended' ? record.held_until : null);
  return {
    id: entry.id,
    route,
    school,
    season,
    student: { id: student.id, name: fullName(student) },
    grade: record.grade,
    parent: { id: parent.id, name: fullName(parent) },
    guardians: guardiansOf(withOpenPhones(vault, student)).map(({ phone_mobile, ...person }) => ({
      name: guardianName(person),
      phone: phone_mobile,
    })),
    joined_at: entry.joined_at.toISOString(),
    has_sibling: record.has_sibling,
    state,
    place: state === 'ended' ? null : record.place,
    passes: record.passes,
    until: untilOf(record, now)?.toISOString() ?? null,
    was_prolonged: entry.prolonged_at !== null,
    ended_at: ended_at?.toISOString() ?? null,
    why_ended: entry.closed_reason ?? (state === 'ended' ? 'lapsed' : null),
  };
}

/** For an offer that lapsed: until when the child may not wait again (H8). */
function untilOf({ state, entry, held_until }: rows.ChildRecord, now: Date): Date | null {
  if (state === 'offered') return held_until;
  if (state === 'paused') return entry.paused_until;
  if (state !== 'ended' || !held_until || (entry.closed_reason ?? 'lapsed') !== 'lapsed') return null;
  const again = new Date(held_until.getTime() + OFFER_PAUSE_MS);
  return again > now ? again : null;
}

export async function listWaitingActs(
  db: Db,
  asked: Place & { route: string; student: string },
): Promise<CountedPage<WaitingAct>> {
  const found = await rows.listActs(db, asked);
  const page = pageOf(found, asked, ({ id }) => [id]);
  return { ...page, ...totalOf(await rows.countActs(db, asked)), rows: page.rows.map(toAct) };
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

const toAct = ({ detail, staff, student, at, ...act }: rows.ActRecord): WaitingAct => ({
  ...act,
  at: at.toISOString(),
  staff: staff && fullName(staff),
  student: { id: student.id, name: fullName(student) },
  passed: numberOf(detail.passed),
  hours: numberOf(detail.hours),
  is_beyond_limit: detail.is_beyond_limit === true,
});
