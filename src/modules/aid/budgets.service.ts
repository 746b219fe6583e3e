import { cents, formatMoney, sum, ZERO, type Cents } from '#kit/money.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { editedMeanwhile } from '#modules/accounts/edited-meanwhile.service.ts';
import {
  currentCatalog,
  sellingCatalog,
  type SellingCatalog,
} from '#modules/catalog/current-catalog.service.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { AidBudget } from './aid.contract.ts';
import { awardRefusals } from './aid.refusals.ts';
import { awardWorth, budgetLeft, type AwardSum } from './award-price.ts';
import * as rows from './awards.queries.ts';
import type { School } from './awards.queries.ts';

/** A member of staff at an instant. */
export type Viewing = { db: Db; vault: Vault; now: Date; today: PlainDate; staff: Viewer };

/** A school's own person has the right to aid and to no family (OF8.2). */
export const isOfSchool = (staff: Viewer) => !hasRight(staff, 'families');

type Sold = { seasons: { id: number; text: string }[]; schools: { id: number; text: string }[] };

/** The published seasons that have not ended, and the schools of the caller. */
export async function readSold({ db, staff, today }: Viewing): Promise<Sold> {
  const { periods, program_groups } = await currentCatalog(db);
  const own = isOfSchool(staff) ? await rows.listSchoolsOf(db, staff.user_id) : undefined;
  return {
    seasons: periods
      .filter(({ is_draft, ends_on }) => !is_draft && ends_on >= today)
      .toSorted((one, other) => (one.starts_on < other.starts_on ? 1 : -1))
      .map(({ id, text }) => ({ id, text })),
    schools: program_groups
      .filter(({ id }) => !own || own.includes(id))
      .map(({ id, text }) => ({ id, text }))
      .toSorted((one, other) => one.text.localeCompare(other.text)),
  };
}

/** @throws Refusal award_school for a school of others, and for an unknown one */
export async function checkSchool(viewing: Viewing, { period_id, program_group_id }: School): Promise<void> {
  const { seasons, schools } = await readSold(viewing);
  const isKnown =
    seasons.some(({ id }) => id === period_id) && schools.some(({ id }) => id === program_group_id);
  if (!isKnown) throw refuseField(awardRefusals.award_school, 'program_group_id');
}

export type Acting = Omit<Viewing, 'db'> & { tx: Tx };

export const asViewing = ({ tx, ...acting }: Acting): Viewing => ({ ...acting, db: tx });

/** @throws Refusal award_school */
export async function readAidBudget(viewing: Viewing, school: School): Promise<AidBudget> {
  await checkSchool(viewing, school);
  return readBudget(viewing, school);
}

export async function readBudget({ db, now, today }: Viewing, school: School): Promise<AidBudget> {
  const stored = await rows.findBudget(db, school);
  const unused = await rows.listUnused(db, school, today);
  const full = dearestOf(await sellingCatalog(db, now), school, today);
  const sums = {
    amount_cents: stored?.amount_cents ?? null,
    given_cents: await rows.sumGiven(db, school),
    open_cents: sum(unused.map((award) => openWorth(award, full))),
  };
  return { ...school, ...sums, left_cents: budgetLeft(sums), version: stored?.version ?? 0 };
}

/** What an open award would take at most, by the dearest term in full (OF7.6). */
const openWorth = (award: AwardSum, full: Cents): Cents =>
  full === 0 && award.kind === 'off' ? (award.amount_cents ?? ZERO) : awardWorth(award, full);

/** The dearest year in one payment that the school sells today; zero while it sells none. */
function dearestOf(
  catalog: SellingCatalog,
  { period_id, program_group_id }: School,
  today: PlainDate,
): Cents {
  const programs = catalog.programs.filter((program) => program.program_group_id === program_group_id);
  const sold = catalog.period_programs.filter(
    (one) => one.period_id === period_id && programs.some(({ id }) => id === one.program_id),
  );
  const totals = catalog.routes
    .filter(
      ({ is_active, period_program_id }) => is_active && sold.some(({ id }) => id === period_program_id),
    )
    .flatMap(({ id }) => offeredTerms(routeForSale(catalog, id)?.terms ?? [], today, false))
    .filter(({ payment_term_type }) => payment_term_type === 'paymentTermTypeFull')
    .map(termTotal);
  return cents(Math.max(0, ...totals));
}

/** @throws Refusal above_budget with the excess; right_missing for a school's person who awards anyway */
export async function checkBudget(
  viewing: Viewing,
  school: School,
  { awards, is_above_budget = false }: { awards: readonly AwardSum[]; is_above_budget?: boolean },
): Promise<void> {
  if (is_above_budget && !hasRight(viewing.staff, 'money_write'))
    throw new Refusal(rightRefusals.right_missing);
  if (is_above_budget) return;
  const { left_cents } = await readBudget(viewing, school);
  if (left_cents === null) return;
  const full = dearestOf(await sellingCatalog(viewing.db, viewing.now), school, viewing.today);
  const excess = sum(awards.map((award) => openWorth(award, full))) - left_cents;
  if (excess > 0)
    throw new Refusal(awardRefusals.above_budget, { data: { amount: formatMoney(cents(excess)) } });
}

/** @throws Refusal award_school, edited_meanwhile (OF7.6) */
export async function saveAidBudget(
  acting: Acting,
  school: School,
  { amount_cents, version }: { amount_cents: Cents | null; version: number },
): Promise<AidBudget> {
  const { tx, now, staff } = acting;
  const viewing = asViewing(acting);
  await checkSchool(viewing, school);
  const before = await readBudget(viewing, school);
  const subject = `aid_budget:${school.period_id}_${school.program_group_id}`;
  const isSaved =
    before.version === version && (await rows.saveBudget(tx, school, { amount_cents, version }));
  if (!isSaved) throw await editedMeanwhile(tx, now, { subject, current: before });
  await writeAudit(tx, now, staff, {
    action: 'award.budget',
    subject,
    before: { amount_cents: before.amount_cents },
    after: { amount_cents, version: version + 1 },
  });
  return readBudget(viewing, school);
}
