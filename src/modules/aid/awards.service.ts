import { pick } from '#kit/pick.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { refuseFilter } from '#kit/list/list.refusals.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { editedMeanwhile } from '#modules/accounts/edited-meanwhile.service.ts';
import { drawAidCode } from '#modules/catalog/routes/aid-codes.service.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { changedFields, writeAudit, writeAudits, type AuditFields } from '#platform/audit/audit.ts';
import type { Database } from '#platform/db/database.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ReadList } from '#platform/db/list-reading.ts';
import { wordsOf } from '#platform/vault/phone-marks.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { Award, AwardsPage, listAwards as listAwardsCall } from './aid.contract.ts';
import { awardRefusals } from './aid.refusals.ts';
import type { AwardFields, ChangedAward, NewAwards } from './aid.shapes.ts';
import { listAwardDetails, listedAwards, NEWEST_AWARDS } from './award-list.queries.ts';
import * as rows from './awards.queries.ts';
import type { AwardRecord } from './awards.queries.ts';
import { awardTexts } from './encrypted-awards.service.ts';
import {
  asViewing,
  checkBudget,
  checkSchool,
  isOfSchool,
  readBudget,
  readSold,
  type Acting,
  type Viewing,
} from './budgets.service.ts';
import { findChild, linkTo } from './match-awards.service.ts';

type Asked = AskedOf<typeof listAwardsCall> & Place<'newest'>;

function known(name: string, asked: readonly number[] | undefined, all: readonly { id: number }[]) {
  const stranger = asked?.find((id) => !all.some((one) => one.id === id));
  if (stranger !== undefined) throw refuseFilter(name, String(stranger));
  return asked;
}

const onlyOf = (asked: readonly number[] | undefined, all: readonly { id: number }[]): number | null => {
  const ids = asked ?? all.map(({ id }) => id);
  return ids.length === 1 ? ids[0]! : null;
};

/**
 * A page of the awards of the schools that the caller may see.
 * @throws filter_invalid
 */
export async function listAwards(
  viewing: Viewing & { db: Database },
  { sort, after, limit, found, countTo, search, season, school, state }: Asked,
): ReadList<Award, Omit<AwardsPage, 'rows' | 'total' | 'is_total_capped' | 'next'>> {
  const { db, vault } = viewing;
  const sold = await readSold(viewing);
  const listed = listedAwards({
    words: wordsOf(search).map((text) => ({ text, marks: [] })),
    period_ids: known('season', season, sold.seasons),
    group_ids: known('school', school, sold.schools) ?? sold.schools.map(({ id }) => id),
    states: state,
  });
  const query = { place: { sort, after, limit }, sort: NEWEST_AWARDS, found, countTo };
  const page = await listedPage(db, listed, query);
  const records = inOrderOf(page.rows, await listAwardDetails(db, page.rows));
  const [season_id, school_id] = [onlyOf(season, sold.seasons), onlyOf(school, sold.schools)];
  const isOne = season_id !== null && school_id !== null;
  return {
    ...sold,
    season_id,
    school_id,
    budget: isOne ? await readBudget(viewing, { period_id: season_id, program_group_id: school_id }) : null,
    ...page,
    rows: records.map((record) => toAward(vault, record)),
  };
}

function toAward(vault: Vault, { award, school, state, student, parent, order_id }: AwardRecord): Award {
  const texts = awardTexts.open(vault, award.id, award);
  const named = (person: AwardRecord['student']) => person && { id: person.id, name: fullName(person) };
  return {
    ...pick(award, [
      'id',
      'first_name',
      'last_name',
      'grade_text',
      'kind',
      'amount_cents',
      'milli_percent',
      'note',
      'expires_on',
      'needs_confirmation',
      'end_reason',
      'code',
      'version',
    ]),
    date_of_birth: texts.date_of_birth as PlainDate | null,
    contact_email: texts.contact_email,
    school,
    state,
    has_contract: state === 'used',
    student: named(student),
    parent: named(parent),
    order_id: state === 'used' ? order_id : null,
  };
}

type Reading = Pick<Viewing, 'db' | 'vault'>;

export async function readAward({ db, vault }: Reading, id: number): Promise<Award[]> {
  return (await rows.listAwardsById(db, [id])).map((record) => toAward(vault, record));
}

/** The `n` awards that one call has made. */
export async function readMadeFrom({ db, vault }: Reading, id: number, n: number): Promise<Award[]> {
  return (await rows.listMadeFrom(db, id, n)).map((record) => toAward(vault, record));
}

const checkExpiry = (today: PlainDate, awards: readonly Pick<AwardFields, 'expires_on'>[]) => {
  if (awards.some(({ expires_on }) => expires_on && expires_on < today))
    throw refuseField(awardRefusals.expiry_past, 'expires_on');
};

const audited = (fields: Pick<AwardFields, 'kind' | 'amount_cents' | 'milli_percent'>): AuditFields =>
  pick(fields, ['kind', 'amount_cents', 'milli_percent']);

/**
 * All awards or none. Each is looked for among the children of the portal right away.
 * @returns the id of the first
 * @throws Refusal award_school, above_budget, right_missing, expiry_past
 * Source: OF7.2, OF7.3, OF7.7, OF7.10
 */
export async function createAwards(
  acting: Acting,
  { awards, is_above_budget, ...school }: NewAwards,
): Promise<number> {
  const { tx, vault, now, today, staff } = acting;
  const viewing = asViewing(acting);
  await checkSchool(viewing, school);
  checkExpiry(today, awards);
  await rows.lockSchool(tx, school);
  await checkBudget(viewing, school, { awards, is_above_budget });
  const ids = await rows.drawAwardIds(tx, awards.length);
  const given = awards.map((award, nr): rows.NewAward => {
    const id = ids[nr]!;
    const texts = { date_of_birth: award.date_of_birth ?? null, contact_email: award.contact_email };
    return {
      ...award,
      ...school,
      ...awardTexts.seal(vault, id, texts),
      id,
      code: drawAidCode(),
      made_by_id: staff.user_id,
      made_at: now,
    };
  });
  await rows.insertAwards(tx, given);
  const made = await rows.listAwardsById(tx, ids);
  await writeAudits(
    tx,
    now,
    staff,
    made.map(({ award }) => ({
      action: 'award.create',
      subject: `award:${award.id}`,
      detail: { ...school, is_above_budget: is_above_budget === true },
      after: { ...audited(award), version: award.version },
    })),
  );
  for (const { award } of made) await findChild(tx, acting, award);
  return ids[0]!;
}

/** @throws Refusal award_not_found, award_used, award_ended, edited_meanwhile */
async function openAward(acting: Acting, id: number, version: number): Promise<AwardRecord> {
  const { tx, now, vault } = acting;
  await rows.lockAward(tx, id);
  const found = await rows.findAward(tx, id);
  if (!found) throw new Refusal(awardRefusals.award_not_found);
  const own = isOfSchool(acting.staff) ? await rows.listSchoolsOf(tx, acting.staff.user_id) : undefined;
  if (own && !own.includes(found.award.program_group_id)) throw new Refusal(awardRefusals.award_not_found);
  if (found.state === 'used') throw new Refusal(awardRefusals.award_used);
  if (found.state === 'ended') throw new Refusal(awardRefusals.award_ended);
  if (found.award.version !== version) {
    const current = toAward(vault, found);
    throw await editedMeanwhile(tx, now, { subject: `award:${id}`, current: cut(acting.staff, current) });
  }
  return found;
}

/** A refusal's record is not cut by a shape: a school's person reads no more in it than in the list. */
const cut = (staff: Viewer, { student, parent, order_id, date_of_birth, contact_email, ...award }: Award) =>
  isOfSchool(staff) ? award : { student, parent, order_id, date_of_birth, contact_email, ...award };

/**
 * Only fields that were sent change; a school's person sends no day of birth and no email.
 * @throws Refusal those of `openAward`, above_budget, right_missing, expiry_past
 * Source: OF7.8, OF7.10
 */
export async function changeAward(
  acting: Acting,
  id: number,
  { version, is_above_budget, ...fields }: ChangedAward,
): Promise<number> {
  const { tx, vault, now, today, staff } = acting;
  const { award, state } = await openAward(acting, id, version);
  checkExpiry(today, [fields]);
  const school = pick(award, ['period_id', 'program_group_id']);
  await rows.lockSchool(tx, school);
  const kept = awardTexts.open(vault, id, award);
  const texts = isOfSchool(staff)
    ? kept
    : { date_of_birth: fields.date_of_birth ?? null, contact_email: fields.contact_email };
  const { date_of_birth: _born, contact_email: _email, ...open } = fields;
  await rows.updateAward(tx, id, {
    ...open,
    expires_on: fields.expires_on ?? null,
    ...awardTexts.seal(vault, id, texts),
  });
  await checkBudget(asViewing(acting), school, { awards: [], is_above_budget });
  const changed = changedFields(
    {
      ...audited(award),
      expires_on: award.expires_on,
      needs_confirmation: award.needs_confirmation,
      version,
    },
    {
      ...audited(fields),
      expires_on: fields.expires_on ?? null,
      needs_confirmation: fields.needs_confirmation,
      version: version + 1,
    },
  );
  await writeAudit(tx, now, staff, { action: 'award.change', subject: `award:${id}`, ...changed });
  if (state === 'open') await findChild(tx, acting, (await rows.findAward(tx, id))!.award);
  return id;
}

/** @throws Refusal those of `openAward` (OF7.8) */
export async function endAward(
  acting: Acting,
  id: number,
  { reason, version }: { reason: string; version: number },
): Promise<number> {
  const { tx, now, staff } = acting;
  const { award, student, parent } = await openAward(acting, id, version);
  await rows.updateAward(tx, id, { ended_at: now, end_reason: reason });
  if (student && parent)
    await enqueue(tx, now, {
      kind: 'aid.award_ended',
      ref: `award-${id}`,
      payload: { user_id: parent.id, student_id: student.id },
    });
  await writeAudit(tx, now, staff, {
    action: 'award.end',
    subject: `award:${id}`,
    before: { ...audited(award), is_active: true },
    after: { is_active: false, version: version + 1 },
    texts: { reason },
  });
  return id;
}

/**
 * By hand (OF7.3).
 * @throws Refusal right_missing, award_linked, student_not_found, own_order, and those of `openAward`
 */
export async function linkAward(
  acting: Acting,
  id: number,
  { student_id, version }: { student_id: number; version: number },
): Promise<number> {
  const { tx, now, staff } = acting;
  if (!hasRight(staff, 'families_write')) throw new Refusal(rightRefusals.right_missing);
  const { award, state } = await openAward(acting, id, version);
  if (state !== 'open') throw new Refusal(awardRefusals.award_linked);
  const child = await rows.findStudent(tx, student_id);
  if (!child) throw new Refusal(studentRefusals.student_not_found);
  await refuseOwnFamily(tx, staff, child);
  await linkTo(tx, now, award, { student_id, user_id: child.user_id });
  await writeAudit(tx, now, staff, {
    action: 'award.link',
    subject: `award:${id}`,
    before: { student_id: null },
    after: { student_id, version: version + 1 },
  });
  return id;
}

export const eraseAwardsOf = rows.eraseAwardsOf;

export { openAwardWork } from './award-work.queries.ts';
