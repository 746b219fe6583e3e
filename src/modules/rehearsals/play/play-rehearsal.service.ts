import type { Viewer } from '#kit/endpoint/viewer.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { SeasonView } from '#modules/catalog/checks/season-view.ts';
import type { Progress, RehearsalSettings } from '#modules/rehearsals/rehearsal.shapes.ts';
import {
  cancelContract,
  decideAid,
  hireStaff,
  openTasks,
  payWithNewCard,
  type Payer,
} from './after-sale.service.ts';
import { buyContract, type Bought, type Obstacle } from './buy-contract.service.ts';
import { drawFamilies, type DrawnChild, type DrawnFamily } from './drawn-families.ts';
import { findLastPaymentDay, listStuckPayments } from './play.queries.ts';
import { registerFamily, type Stage } from './register-family.service.ts';
import { sellingSchools } from './selling-schools.ts';

/** After the last payment, banks may still return debits and families pay. */
const DAYS_AFTER_LAST_PAYMENT = 60;

/** The hour of the day at which everything happens. */
const HOUR = 10;

const AID_IS_DECIDED_WITHIN = 10;

/** What was played, for the report. */
export type Played = {
  from: PlainDate;
  thru: PlainDate;
  /** the season as on the first day of the sale */
  season: SeasonView;
  staff_id: number;
  families: { came: number; bought: number };
  obstacles: readonly FoundObstacle[];
};

/** With the number of the family. */
type FoundObstacle = Obstacle & { nr: number };

type Playing = Stage & { settings: RehearsalSettings; tell: (progress: Progress) => void };

/** The first day on which a family may come. */
export const firstDayOf = (season: SeasonView): PlainDate =>
  sellingSchools(season)
    .map(({ from }) => from)
    .toSorted()[0] ?? season.period.starts_on;

/**
 * Plays the sale and the year after, day by day, until 60 days after the last payment. The same seed on the
 * same season plays the same. Opens transactions of its own (RP5.3).
 */
export async function playRehearsal(playing: Playing, season: SeasonView): Promise<Played> {
  const schools = sellingSchools(season);
  const from = firstDayOf(season);
  const lastSale =
    schools
      .map(({ thru }) => thru)
      .toSorted()
      .at(-1) ?? from;
  playing.clock.moveToDay(from, HOUR);
  const staff = await hireStaff(playing);
  const troupe = openTroupe(playing, staff);
  const families = Map.groupBy(drawFamilies(playing.settings, schools), ({ day }) => day);
  let thru = lastSale;
  for (let day = from; day <= thru; day = addDays(day, 1)) {
    playing.clock.moveToDay(day, HOUR);
    for (const family of families.get(day) ?? []) await troupe.visit(family);
    await troupe.goOn(day);
    await playing.runJobs();
    const last = await findLastPaymentDay(playing.billing.db);
    if (last) thru = [lastSale, addDays(last, DAYS_AFTER_LAST_PAYMENT)].toSorted().at(-1)!;
    playing.tell({ day, from, thru, ...troupe.counts() });
  }
  return { from, thru, season, staff_id: staff.user_id, ...troupe.found() };
}

/** Families and staff of a rehearsal. */
function openTroupe(stage: Stage, staff: Viewer) {
  const tasks = openTasks();
  const payers = new Map<number, Payer>();
  const [buyers, answering] = [new Set<number>(), new Set<number>()];
  const obstacles: FoundObstacle[] = [];
  let contracts = 0;

  const plan = (family: DrawnFamily, child: DrawnChild, { order_id, waits_for_aid }: Bought): void => {
    const asked = { staff, order_id };
    if (waits_for_aid)
      tasks.add(addDays(family.day, 1 + family.chance.upTo(AID_IS_DECIDED_WITHIN)), () =>
        decideAid(stage, asked, family.chance),
      );
    if (child.cancels_after !== null)
      tasks.add(addDays(family.day, child.cancels_after), () => cancelContract(stage, asked));
  };
  const visit = async (family: DrawnFamily): Promise<void> => {
    const account = await registerFamily(stage, family);
    payers.set(account.viewer.user_id, { family, account });
    let sibling_number: string | null = null;
    for (const [at, child] of family.children.entries()) {
      const student_id = account.student_ids[at]!;
      const sold = await buyContract(stage, { family, account, child, student_id, sibling_number });
      if (sold.k === 'not') obstacles.push({ nr: family.nr, ...sold.obstacle });
      else {
        sibling_number ??= sold.bought.contract_number;
        buyers.add(family.nr);
        contracts += 1;
        plan(family, child, sold.bought);
      }
    }
  };
  /** A failed or returned payment is answered once the days of the family are over. */
  const noticeTrouble = async (today: PlainDate): Promise<void> => {
    const troubled = new Set((await listStuckPayments(stage.billing.db)).map(({ user_id }) => user_id));
    for (const user_id of troubled) {
      if (answering.has(user_id)) continue;
      const payer = payers.get(user_id)!;
      answering.add(user_id);
      if (payer.family.answers_after !== null)
        tasks.add(addDays(today, payer.family.answers_after), () => payWithNewCard(stage, payer));
    }
    for (const user_id of answering) if (!troubled.has(user_id)) answering.delete(user_id);
  };
  return {
    visit,
    async goOn(today: PlainDate): Promise<void> {
      await noticeTrouble(today);
      await tasks.runDue(today);
    },
    counts: () => ({ families: payers.size, contracts }),
    found: () => ({ families: { came: payers.size, bought: buyers.size }, obstacles }),
  };
}
