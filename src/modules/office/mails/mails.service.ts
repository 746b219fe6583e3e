import type { Viewer } from '#kit/endpoint/viewer.ts';
import { totalOf, type Place } from '#kit/list/list-endpoint.ts';
import { faultOfAll, type MailFault } from '#kit/mail-faults.ts';
import { Refusal } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page-of-rows.ts';
import { readMailFaults, sendGivenUpAgain } from '#platform/outbox/backlog.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import type { MailRow, MailShow } from './mails.contract.ts';
import { countMails, listMailRows } from './mails.queries.ts';

export const countGivenUpMails = (db: Db) => countMails(db, 'given_up');

type Found = Awaited<ReturnType<typeof listMailRows>>[number];

const toMailResponse = (row: Found): MailRow => ({
  ...row,
  created_at: row.created_at.toISOString(),
  next_try_at: row.next_try_at?.toISOString() ?? null,
  given_up_at: row.given_up_at?.toISOString() ?? null,
});

/** What the mail server refuses of every email. */
export async function refusedOfAll(db: Db): Promise<MailFault | null> {
  const { refused } = await readMailFaults(db);
  return faultOfAll(refused) ?? null;
}

export async function listMails(db: Db, { show, ...place }: { show: MailShow } & Place) {
  const [found, refused] = [await listMailRows(db, show, place), await refusedOfAll(db)];
  const { rows, next } = pageOf(found, place, ({ id }) => [id]);
  return { refused, rows: rows.map(toMailResponse), ...totalOf(await countMails(db, show)), next };
}

/** @throws Refusal mail_not_given_up */
export async function sendMailAgain(tx: Tx, now: Date, staff: Viewer, id: number): Promise<void> {
  if (!(await sendGivenUpAgain(tx, id))) throw new Refusal(officeRefusals.mail_not_given_up);
  await writeAudit(tx, now, staff, { action: 'mail.send_again', subject: `mail:${id}` });
}
