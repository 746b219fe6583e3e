import type { PlainDate } from '#kit/plain-date.ts';
import { birthDays } from '#modules/students/encrypted-texts.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { awardTexts } from './encrypted-awards.service.ts';
import { childOf } from './find-child.ts';
import * as rows from './awards.queries.ts';
import type { AwardRow } from './awards.queries.ts';

export type Matching = { now: Date; today: PlainDate; vault: Vault };

/** Links an award to its child if exactly one agrees, and mails the family (OF7.3). */
export async function findChild(tx: Tx, { now, vault }: Matching, award: AwardRow): Promise<void> {
  const named = await rows.listNamed(tx, award);
  const { date_of_birth, contact_email } = awardTexts.open(vault, award.id, award);
  const child = childOf(
    { date_of_birth: date_of_birth as PlainDate | null, contact_email },
    named.map(({ date_of_birth: born, ...one }) => ({
      ...one,
      born: birthDays.open(vault, one.student_id, { date_of_birth: born }).date_of_birth,
    })),
  );
  if (!child) return;
  await linkTo(tx, now, award, child);
  await writeAudit(tx, now, undefined, {
    action: 'award.find',
    subject: `award:${award.id}`,
    before: { student_id: null },
    after: { student_id: child.student_id, version: award.version + 1 },
  });
}

/** The family reads that aid waits. */
export async function linkTo(
  tx: Tx,
  now: Date,
  { id, version }: Pick<AwardRow, 'id' | 'version'>,
  { student_id, user_id }: { student_id: number; user_id: number },
): Promise<void> {
  await rows.updateAward(tx, id, { student_id });
  await enqueue(tx, now, {
    kind: 'aid.award_found',
    ref: `award-${id}-${version}`,
    payload: { user_id, student_id },
  });
}

/** A family has registered or changed a child: open awards with the child's names are tried again (OF7.3). */
export async function tryAwardsAgain(
  tx: Tx,
  matching: Matching,
  { student_id }: { student_id: number },
): Promise<void> {
  const child = await rows.findStudent(tx, student_id);
  if (!child) return;
  for (const { award } of await rows.listOpenNamed(tx, { ...child, today: matching.today }))
    await findChild(tx, matching, award);
}
