import { m } from '#i18n/messages.js';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { cents, formatMoney, sum, toDollars, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { routeForSale, saveAwardCode } from '#modules/catalog/routes/selling.service.ts';
import { isAidOffered } from '#modules/pricing/financial-aid.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { readStudentToSell } from '#modules/students/students.service.ts';
import { writeAudit, type Actor } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { familyPays, type ReadyAward } from './award-price.ts';
import * as rows from './awards.queries.ts';
import type { AwardRecord } from './awards.queries.ts';

type Chosen = {
  sale: Pick<RouteForSale, 'period' | 'program_group'>;
  term: Parameters<typeof termTotal>[0];
  addons: readonly { amount: Cents }[];
};

/** The price without aid: the term with its later payments, and the add-ons. */
export const fullPrice = ({ term, addons }: Pick<Chosen, 'term' | 'addons'>): Cents =>
  sum([termTotal(term), ...addons.map(({ amount }) => amount)]);

const toReady = ({ award }: AwardRecord, full_cents: Cents): ReadyAward => ({
  award_id: award.id,
  code: award.code,
  code_id: award.financial_aid_code_id,
  amount: familyPays(award, full_cents),
  needs_confirmation: award.needs_confirmation,
  made_by_id: award.made_by_id,
});

const schoolOf = ({ period, program_group }: Chosen['sale']) => ({
  period_id: period.id,
  program_group_id: program_group.id,
});

/**
 * The award that a code names, for the student that the code is typed for; another child's award is not found
 * (OF7.5).
 */
export async function findAwardByCode(
  db: Db,
  chosen: Chosen,
  { code, student_id, today }: { code: string; student_id: number; today: PlainDate },
): Promise<ReadyAward | undefined> {
  const found = await rows.findByCode(db, { ...schoolOf(chosen.sale), code: asWritten(code), today });
  if (!found || (found.award.student_id !== null && found.award.student_id !== student_id)) return undefined;
  return toReady(found, fullPrice(chosen));
}

const asWritten = (code: string) => code.trim().toUpperCase();

type Claim = rows.School & { code: string; student_id: number; today: PlainDate };

/**
 * Gives a typed code's award to the student, if the award has no child yet (OF7.5).
 * @returns false for a code of no award
 */
export async function claimAward(
  tx: Tx,
  { now, by }: { now: Date; by: Actor },
  { student_id, ...typed }: Claim,
): Promise<boolean> {
  const asked = { ...typed, code: asWritten(typed.code) };
  const named = await rows.findByCode(tx, asked);
  if (!named) return false;
  // Of two families who type the code at once, the first has the award.
  await rows.lockAward(tx, named.award.id);
  const found = await rows.findByCode(tx, asked);
  if (!found || (found.award.student_id !== null && found.award.student_id !== student_id)) return false;
  if (found.award.student_id !== null) return true;
  await rows.updateAward(tx, found.award.id, { student_id });
  await auditFound(tx, { now, by }, found, student_id);
  return true;
}

const auditFound = (
  tx: Tx,
  { now, by }: { now: Date; by: Actor },
  { award: { id, version } }: AwardRecord,
  student_id: number,
): Promise<void> =>
  writeAudit(tx, now, by, {
    action: 'award.find',
    subject: `award:${id}`,
    before: { student_id: null },
    after: { student_id, version: version + 1 },
  });

/**
 * The code row of the contract, in the transaction of the signature: links the award to the student, and lets
 * a second contract with the same award wait and then find the award used.
 * @returns undefined for an award that was used or ended meanwhile
 */
export async function takeAward(
  tx: Tx,
  clock: Pick<Clock, 'now' | 'today'>,
  award: ReadyAward,
  { student_id, period_program_id, by }: { student_id: number; period_program_id: number; by: Actor },
): Promise<number | undefined> {
  await rows.lockAward(tx, award.award_id);
  const found = await rows.findAward(tx, award.award_id);
  if (!found || found.state === 'used' || found.state === 'ended') return undefined;
  const { expires_on, student_id: known } = found.award;
  if (expires_on !== null && expires_on < clock.today()) return undefined;
  const code_id = await saveAwardCode(tx, {
    period_program_id,
    code: award.code,
    awarded_amount_cents: award.amount,
    needs_confirmation: award.needs_confirmation,
    student_id,
    made_by_id: award.made_by_id,
  });
  if (code_id === undefined) return undefined;
  await rows.updateAward(tx, award.award_id, { student_id, financial_aid_code_id: code_id });
  if (known === null) await auditFound(tx, { now: clock.now(), by }, found, student_id);
  return code_id;
}

type Asked = { student_id: number; route_id: number; payment_term_id: number; addon_ids: readonly number[] };

/**
 * The award that stands ready at checkout, and for staff in an offer: the one under which the family pays
 * least (OF7.4).
 * @returns nothing for a route without aid, or a child without an award
 * @throws Refusal student_not_found
 */
export async function readStudentAid(
  db: Db,
  { viewer, now, today }: { viewer: Viewer; now: Date; today: PlainDate },
  { student_id, route_id, payment_term_id, addon_ids }: Asked,
) {
  await readStudentToSell(db, viewer, student_id);
  const sale = routeForSale(await sellingCatalog(db, now), route_id);
  const term = sale?.terms.find(({ id }) => id === payment_term_id);
  if (!sale || !term) return [];
  const full = fullPrice({ term, addons: sale.addons.filter(({ id }) => addon_ids.includes(id)) });
  if (!isAidOffered(full, sale.period_program.accept_financial_aid)) return [];
  const found = await rows.listReady(db, { ...schoolOf(sale), student_id, today });
  const [best] = found
    .map((record) => toReady(record, full))
    .filter(({ amount }) => amount < full)
    .toSorted((one, other) => one.amount - other.amount);
  if (!best) return [];
  const school = sale.program_group.text;
  return [
    {
      code: best.code,
      amount: toDollars(cents(best.amount)),
      school,
      text: m.server_award_ready({ school, amount: formatMoney(best.amount) }),
      waits: best.needs_confirmation,
    },
  ];
}
