import { randomInt } from 'node:crypto';
import { toDollars, type Cents } from '#kit/money.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { resolveDay } from '#kit/rules/object-fields.ts';
import { applyChanges, momentOf } from '#modules/catalog/changes/apply-changes.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { periodProgramsOf } from '#modules/catalog/catalog.queries.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { AidCode, NewAidCode } from './aid-codes.contract.ts';
import * as queries from './routes.queries.ts';
import { findSoldProgram } from './selling.service.ts';

/** 31 letters and digits, without look-alikes on paper. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const SIGNS_OF_GROUP = 4;

/** Some 59 bits, in groups for reading out. */
export function drawAidCode(): string {
  const group = () => Array.from({ length: SIGNS_OF_GROUP }, () => SIGNS[randomInt(SIGNS.length)]);
  return Array.from({ length: GROUPS }, () => group().join('')).join('-');
}

/** Lists the programs on sale with financial aid accepted (A7). */
export async function listAidPrograms(db: Db) {
  return periodProgramsOf(await currentCatalog(db), {})
    .filter(({ periodProgram }) => periodProgram.is_active && periodProgram.accept_financial_aid)
    .map(({ periodProgram, program, group, period }) => ({
      id: periodProgram.id,
      school: group.text,
      program: program.text,
      period: period.text,
    }));
}

/** @throws not_found  for a program not sold in any school year */
export async function listAidCodesOf(db: Db, period_program_id: number): Promise<AidCode[]> {
  await getPeriodProgram(db, period_program_id);
  return (await queries.listAidCodes(db, period_program_id)).toReversed().map(toAidCodeResponse);
}

/**
 * Draws a code for one student or a number of uses. The audit log names the staff member, not the code.
 * @throws not_found, program_without_aid, last_day_past, student_not_found, own_order
 * Source: A5, A7, MH4, decision 62
 */
export async function createAidCode(
  tx: Tx,
  clock: Pick<Clock, 'now' | 'today'>,
  staff: Viewer,
  { period_program_id, student_id = null, expires_on, ...asked }: NewAidCode,
): Promise<AidCode> {
  const { accept_financial_aid } = await getPeriodProgram(tx, period_program_id);
  if (!accept_financial_aid) throw refuseField(catalogRefusals.program_without_aid, 'period_program_id');
  const lastDay = expires_on && resolveDay(expires_on, clock.today());
  if (lastDay && lastDay < clock.today()) throw refuseField(catalogRefusals.last_day_past, 'expires_on');
  if (student_id !== null) {
    const owner = await queries.findOwnerOf(tx, student_id);
    if (!owner) throw new Refusal(studentRefusals.student_not_found);
    await refuseOwnFamily(tx, staff, owner);
  }
  const fields = { code: drawAidCode(), expires_on, ...amountsOf(asked) };
  const row = { student_id, made_by_id: staff.user_id };
  const { rows } = await applyChanges(tx, momentOf(clock), {
    changes: [{ op: 'create', kind: 'aid_code', parent: period_program_id, fields, row }],
    source: 'form',
    staff,
    action: 'aid_code.create',
  });
  return toAidCodeResponse(await queries.getAidCode(tx, rows[0]!.id));
}

async function getPeriodProgram(db: Db, id: number) {
  const sold = await findSoldProgram(db, id);
  if (!sold) throw new Refusal(catalogRefusals.not_found);
  return sold.periodProgram;
}

type Asked = Pick<NewAidCode, 'max_uses' | 'awarded_amount' | 'least_amount' | 'needs_confirmation'>;

/** As a season file has them. */
const amountsOf = ({ awarded_amount, least_amount, ...asked }: Asked) => ({
  ...asked,
  awarded_amount: inDollars(awarded_amount),
  least_amount: inDollars(least_amount),
});

const inDollars = (amount: Cents | null) => (amount === null ? null : toDollars(amount));

const toAidCodeResponse = (row: queries.AidCodeRow): AidCode => ({
  ...row,
  awarded_amount: inDollars(row.awarded_amount_cents),
  least_amount: inDollars(row.least_amount_cents),
});
