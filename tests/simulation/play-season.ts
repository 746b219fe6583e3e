import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { brokenBooks } from './daily-books.ts';
import { amendmentActions, hasOpenAmendment } from './amendment-actions.ts';
import { brokenAmendments } from './amendment-rules.ts';
import { nextEvent, oldestLost, openEvents } from './next-event.ts';
import { familyActions, type Families } from './family-actions.ts';
import { feeActions, hasLiveFee } from './fee-actions.ts';
import { saidCharges } from './said-charges.ts';
import { ALL_JOBS, EVENTS_AND_LOST, jobRound, LOST, NIGHTLY } from './job-rounds.ts';
import { receiving, staffActions, takingBack, type Staff } from './staff-actions.ts';
import { finalChecks, type Broken } from './final-checks.ts';
import { closeMonths } from './closed-months.ts';
import { brokenReport, keptReports } from './season-report.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';
import type { Work } from './interleaving.ts';

/** What one seed came to; nothing broken and no error is a pass. */
export type Played = {
  seed: number;
  broken: Broken[];
  errors: string[];
  simEvents: Record<string, number>;
  story: string[];
  /** the same for the same seed, wherever and whenever it is played */
  storyHash: string;
  days: number;
};

/** What everybody has on their minds. */
type People = Families & Staff;

const DAYS_ON_SALE = 11;
const MOST_VISITS = 45;
/** Midnight, the hours that a night of the clocks takes or doubles, work, late evening. */
const HOURS = [0, 0.5, 1.5, 2.5, 7.2, 9, 12, 15, 19.9, 22.9];
const MINUTES = [1, 2, 6, 20, 35, 61, 90, 240];

/**
 * Plays a season of one seed: weeks of buying, then every day on which something falls due, then all is given
 * time to heal.
 */
export async function playSeason(options: WorldOptions): Promise<Played> {
  const world = await createWorld(options);
  try {
    await world.db.execute(
      sql`update routes set capacity = ${1 + world.chance.upTo(3)}
        where id in ${world.cast.offers.slice(0, 2).map(({ route_id }) => route_id)}`,
    );
    const reports = keptReports(world);
    const { days, broken } = await playDays(world, async () => {
      await reports.keep();
      await closeMonths(world);
    });
    if (broken.length === 0) await heal(world, () => reports.keep());
    const found =
      broken.length > 0 ? broken : [...(await finalChecks(world, options.seed)), ...(await reports.broken())];
    return {
      seed: options.seed,
      broken: found,
      errors: world.errors,
      simEvents: world.simEvents.counts,
      story: world.story,
      storyHash: createHash('sha256').update(world.story.join('\n')).digest('hex'),
      days,
    };
  } finally {
    await world.close();
  }
}

async function playDays(
  world: World,
  atNight: () => Promise<void>,
): Promise<{ days: number; broken: Broken[] }> {
  const { clock, chance, db } = world;
  const people: People = { submissions: [], refunds: [] };
  const firstDay = clock.today();
  const isPatient = patience();
  const brokenWords = saidCharges(world);
  for (let days = 1; ; days++) {
    const isOnSale = clock.today() < addDays(firstDay, DAYS_ON_SALE);
    await aDay(world, people, isOnSale);
    await world.processor.show();
    const broken = [
      ...(await brokenInvariants(db, 'always')),
      ...isPatient(await oldestLost(db)),
      ...(await brokenBooks(world)),
      ...(await brokenWords()),
      ...(await brokenReport(world)),
      ...(await brokenAmendments(world)),
    ];
    await atNight();
    if (broken.length > 0 || days === MOST_VISITS) return { days, broken };
    const next = isOnSale ? addDays(clock.today(), 1 + chance.upTo(3)) : await nextVisit(world);
    if (next === null) return { days, broken };
    clock.moveToDay(next, chance.oneOf(HOURS));
  }
}

/** However bad the line is, it lets something through within so many days on which the portal tries. */
const MOST_DAYS_LOST = 14;

function patience(): (lost: string | undefined) => Broken[] {
  let [oldest, days]: [string | undefined, number] = [undefined, 0];
  return (lost) => {
    [oldest, days] = [lost, lost !== undefined && lost === oldest ? days + 1 : 0];
    return days > MOST_DAYS_LOST ? [{ name: 'I9 nothing waits for an answer for ever', rows: [oldest] }] : [];
  };
}

/** The next day of interest, or some day before it; now and then the portal is away for days. */
async function nextVisit(world: World): Promise<PlainDate | null> {
  const { db, clock, chance, simEvents, processor } = world;
  const next = await nextEvent(db, clock.today());
  if (next === null) return next;
  // Before the day of a congestion fee, families pay and staff withdraw the fee.
  if (chance.percent(65) && (await hasLiveFee(world))) return addDays(clock.today(), 1);
  if (chance.percent(85) && (await hasOpenAmendment(world))) return addDays(clock.today(), 1);
  const latest = addDays(clock.today(), Math.min(processor.mostDaysAway, MOST_DAYS));
  if (next > latest) return latest;
  if (!chance.percent(12)) return next;
  simEvents('portal away');
  return addDays(next, 1 + chance.upTo(6));
}

const MOST_DAYS = 400;

async function aDay(world: World, people: People, isOnSale: boolean): Promise<void> {
  const { chance, clock, line, story, turns } = world;
  story.push(`— ${clock.now().toISOString()}`);
  await line.letTimePass();
  line.isDown = chance.percent(8);
  if (line.isDown) world.simEvents('processor away for a day');
  await world.processor.act();
  if (chance.percent(25)) await turns.together([jobRound(world, 'A', NIGHTLY)]);
  const works: Work[] = [jobRound(world, 'A', ALL_JOBS)];
  // Two portals on one database, and both their queues think that it is time.
  if (chance.percent(40)) works.push(jobRound(world, 'B', ALL_JOBS));
  const acting = isOnSale ? 1 + chance.upTo(2) : chance.percent(38) ? 1 : 0;
  for (let count = 0; count < acting; count++) works.push(...(await familyActions(world, people, isOnSale)));
  if (chance.percent(isOnSale ? 8 : 25)) works.push(...(await staffActions(world, people)));
  const isFeeLive = await hasLiveFee(world);
  const isChanging = await hasOpenAmendment(world);
  if (chance.percent(isChanging ? 80 : isOnSale ? 15 : 40)) works.push(...(await amendmentActions(world)));
  if (chance.percent(isFeeLive ? 70 : isOnSale ? 15 : 40))
    works.push(...(await enteringByHand(world, isFeeLive)));
  await turns.together(works);
  for (let hours = 0; hours < 3 && (await oldestLost(world.db)); hours++) {
    clock.advanceMs(chance.oneOf(MINUTES) * 60_000);
    await line.letTimePass();
    await turns.together(['A', 'B'].slice(0, 1 + chance.upTo(2)).map((name) => jobRound(world, name, LOST)));
  }
}

/** Checks and cash, taken back now and then, and congestion fees. */
async function enteringByHand(world: World, isFeeLive: boolean): Promise<Work[]> {
  const drawn = world.chance.upTo(100);
  if (drawn < (isFeeLive ? 15 : 40)) return receiving(world);
  return drawn < 80 ? feeActions(world) : (await takingBack(world)).slice(-1);
}

/** The line is repaired and nobody dies any more: hours for lost answers, then days for the banks. */
async function heal(world: World, atEachHour: () => Promise<void>): Promise<void> {
  const { clock, line, turns, db } = world;
  [line.isBad, line.isDown] = [false, false];
  world.story.push('— the line is repaired');
  const inPeace = (jobs: typeof ALL_JOBS) => turns.together([jobRound(world, 'A', jobs, 0)]);
  for (let hour = 0; hour < 8 && (await oldestLost(db)); hour++) {
    clock.advanceMs(3_600_001);
    await line.letTimePass();
    await inPeace(LOST);
    await atEachHour();
  }
  await world.processor.decide();
  const until = addDays(clock.today(), 20);
  for (let next = await bankDay(world); next !== null && next <= until; next = await bankDay(world)) {
    clock.moveToDay(next, 12);
    await line.letTimePass();
    await inPeace(EVENTS_AND_LOST);
  }
  await world.processor.show();
}

async function bankDay({ db, clock, processor }: World): Promise<PlainDate | null> {
  await processor.show();
  const { rows } = await db.execute<{ day: PlainDate | null }>(sql`select min(day) as day from (
    select settles_on as day from sandbox.charges where state = 'pending'
    union all select returns_on from sandbox.charges where state in ('pending', 'settled')
    union all select moves_on from sandbox.disputes where moves_on is not null
    union all select moves_on from sandbox.refunds
    union all select ${addDays(clock.today(), 1)}::date
    where exists ${openEvents(clock.today())}) days`);
  const day = rows[0]?.day;
  return day && day <= clock.today() ? addDays(clock.today(), 1) : (day ?? null);
}
