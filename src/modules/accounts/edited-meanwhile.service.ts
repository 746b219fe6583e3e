import { MINUTE_MS } from '#kit/durations.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { Db } from '#platform/db/database.ts';
import { accountRefusals } from './accounts.refusals.ts';
import { findWriter } from './users.queries.ts';

type Edited = {
  /** of the audit log, whose entry names the version: `user:12` */
  subject: string;
  /** the present record, as the call answers */
  current: { version: number };
};

/**
 * The refusal of an older form: names the member of the staff who wrote the present version, if the audit log
 * has a name; a season import and a family leave none (OF0.20).
 */
export async function editedMeanwhile(db: Db, now: Date, { subject, current }: Edited) {
  const { version } = current;
  const writer = await findWriter(db, subject, version);
  const staff = writer && fullName(writer);
  const minutes = writer && Math.ceil((now.getTime() - writer.at.getTime()) / MINUTE_MS);
  return new Refusal(accountRefusals.edited_meanwhile, {
    data: staff && minutes !== undefined ? { staff, minutes } : undefined,
    items: [{ current, changed_by: staff ?? null, changed_at: writer?.at.toISOString() ?? null, version }],
  });
}
