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
  return editedRefusal([{ current, ...writerFacts(await findWriter(db, subject, version), now), version }]);
}

type EditedItem = ReturnType<typeof writerFacts> & { current: object; version: number };

/** The refusal of older forms, with the present records; its sentence names the writer of the first. */
export function editedRefusal(items: readonly [EditedItem, ...EditedItem[]]) {
  const [{ changed_by: staff, minutes }] = items;
  return new Refusal(accountRefusals.edited_meanwhile, {
    data: staff !== null && minutes !== null ? { staff, minutes } : undefined,
    items: items.map(({ minutes: _minutes, ...item }) => item),
  });
}

/** Who of the staff made a version, and how many minutes ago; nulls without a writer. */
export const writerFacts = (
  writer: { first_name: string; last_name: string; at: Date } | undefined,
  now: Date,
) => ({
  changed_by: writer ? fullName(writer) : null,
  changed_at: writer?.at.toISOString() ?? null,
  minutes: writer ? Math.ceil((now.getTime() - writer.at.getTime()) / MINUTE_MS) : null,
});
