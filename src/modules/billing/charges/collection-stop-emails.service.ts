import { m } from '#i18n/messages.js';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { findStop } from '#modules/billing/payments/collection-stops.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';

type Deps = { db: Database; clock: Clock; config: Config };

/** Tells the office once that due payments are not collected any more (S19). */
export const collectionStopEmails = ({ db, clock, config }: Deps): Renderers => ({
  'billing.collection_stopped': async ({ stop_id }) => {
    const stop = await findStop(db);
    // Released before the mail left.
    if (stop?.id !== stop_id) return undefined;
    const { name, customer_service_email } = await getCompany(db);
    const content = {
      company: name,
      subject: m.mail_stop_subject(),
      preview: m.mail_stop_preview(),
      heading: m.mail_stop_heading(),
      paragraphs: [m.mail_stop_body(), m.mail_stop_families(), m.mail_stop_todo()],
      facts: [
        { label: m.mail_stop_since(), value: formatDate(dayIn(clock.time_zone, stop!.stopped_at)) },
        { label: m.mail_request_order(), value: String(stop!.payment.order_id) },
      ],
      button: { text: m.mail_stop_button(), href: `${config.publicUrl}/admin/money` },
      footer: [m.mail_stop_footer()],
    };
    return { to: [customer_service_email], ...renderEmail(content) };
  },
});
