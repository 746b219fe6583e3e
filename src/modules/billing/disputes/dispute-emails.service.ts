import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { formatMoney } from '#kit/money.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { findDispute } from './disputes.queries.ts';

type Deps = { db: Database; clock: Clock; config: Config };

const about = z.object({ dispute_id: z.number(), state: z.enum(['warning', 'open', 'lost']) });

const WORDS = {
  warning: {
    subject: m.mail_dispute_subject_warning,
    heading: m.mail_dispute_heading_warning,
    body: m.mail_dispute_body_warning,
  },
  open: {
    subject: m.mail_dispute_subject_open,
    heading: m.mail_dispute_heading_open,
    body: m.mail_dispute_body_open,
  },
  lost: {
    subject: m.mail_dispute_subject_lost,
    heading: m.mail_dispute_heading_lost,
    body: m.mail_dispute_body_lost,
  },
};

/** Mails go to the office only; families hear of a dispute from the office (S17). */
export const disputeEmails = ({ db, clock, config }: Deps): Renderers => ({
  'billing.dispute': async (payload) => {
    const { dispute_id, state } = about.parse(payload);
    const found = await findDispute(db, dispute_id);
    if (!found) return undefined;
    const { dispute, payment_number } = found;
    const { name, customer_service_email } = await getCompany(db);
    const words = WORDS[state];
    const amount = formatMoney(dispute.amount_cents);
    const due = state === 'lost' ? null : dispute.due_at;
    const content = {
      company: name,
      subject: words.subject({ order_id: dispute.order_id }),
      preview: m.mail_dispute_preview({ n: payment_number, amount }),
      heading: words.heading(),
      paragraphs: [words.body()],
      facts: [
        { label: m.mail_request_order(), value: String(dispute.order_id) },
        { label: m.mail_dispute_payment(), value: String(payment_number) },
        { label: m.mail_dispute_amount(), value: amount },
        ...(due ? [{ label: m.mail_dispute_due(), value: formatDate(dayIn(clock.time_zone, due)) }] : []),
      ],
      button: { text: m.mail_dispute_button(), href: `${config.publicUrl}/admin/money` },
      footer: [m.mail_dispute_footer()],
    };
    return { to: [customer_service_email], ...renderEmail(content) };
  },
});
