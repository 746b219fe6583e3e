import { z } from 'zod';
import { cents } from '#kit/money.ts';
import { isPlainDate } from '#kit/plain-date.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import type { LaterChange } from '#modules/billing/methods/later/later-changes.ts';
import { LATER_CHANGED } from '#modules/billing/methods/later/later-changes.queries.ts';
import { listAttemptsOf } from '#modules/billing/payments/page-of-payments.queries.ts';
import { UNPAID } from '#modules/billing/payment.states.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { laterChangedEmail } from './later-changed.emails.ts';
import { findNotice, isLive, type Notice } from './payment-emails.queries.ts';

const told = z.object({ method: z.string().nullable(), total_cents: z.number().transform(cents) });
const change = z.object({
  payment_id: z.number(),
  pay_on: z.string().refine(isPlainDate),
  before: told,
  after: told,
});
const about = z.object({ changes: z.array(change) });

/** MP1 */
export const laterChangedEmails = ({ db, config }: { db: Database; config: Config }): Renderers => ({
  [LATER_CHANGED]: async (payload) => {
    const { changes } = about.parse(payload);
    const found: (Omit<LaterChange, 'payment_id'> & { notice: Notice })[] = [];
    for (const { payment_id, ...one } of changes) {
      const notice = await findNotice(db, payment_id);
      if (notice && (await isStillNews(db, notice))) found.push({ ...one, notice });
    }
    const [first] = found;
    if (!first || first.notice.reader.disabled_at) return undefined;
    const { reader, company } = first.notice;
    return toReaders(payload, [reader.email], reader, (isNamed) =>
      renderEmail(
        laterChangedEmail({
          first_name: isNamed ? reader.first_name : null,
          company,
          changes: found.map(({ notice: { contract_number, student }, ...one }) => ({
            ...one,
            contract_number,
            student: isNamed ? student : null,
          })),
          link: `${config.publicUrl}/dashboard/payment-methods`,
        }),
      ),
    );
  },
});

/** Ended orders are not charged, and a family knows about a payment made at the screen. */
async function isStillNews(db: Db, notice: Notice): Promise<boolean> {
  const { payment } = notice;
  if (!isLive(notice) || payment.status === 'cancelled') return false;
  if (UNPAID.some((status) => status === payment.status)) return true;
  const attempts = (await listAttemptsOf(db, [payment.id])).get(payment.id);
  return attempts?.[0]?.is_by_family === false;
}
