import { formatMoney, cents } from '#kit/money.ts';
import { dayIn, daysBetween } from '#kit/plain-date.ts';
import { m } from '#i18n/messages.js';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { listOpen, sumOpen } from './differences.queries.ts';

type Deps = { db: Database; clock: Clock; config: Config };

const countText = (n: number) =>
  n === 1 ? m.mail_differences_preview_one() : m.mail_differences_preview({ n });
const daysText = (n: number) => (n === 1 ? m.mail_differences_days_one() : m.mail_differences_days({ n }));

/** S18 */
export function reconciliationEmails({ db, clock, config }: Deps): Renderers {
  return {
    'billing.differences': async () => {
      const [oldest] = await listOpen(db);
      // All differences were explained before the mail left.
      if (!oldest) return undefined;
      const company = await getCompany(db);
      const { open_count, open_cents } = await sumOpen(db);
      const since = dayIn(clock.time_zone, oldest.difference.happened_at);
      const days = daysBetween(since, clock.today());
      const content = {
        company: company.name,
        subject: m.mail_differences_subject(),
        preview: countText(open_count),
        heading: m.mail_differences_heading(),
        paragraphs: [m.mail_differences_body(), m.mail_differences_nothing_done()],
        facts: [
          { label: m.mail_differences_count(), value: String(open_count) },
          { label: m.mail_differences_sum(), value: formatMoney(cents(open_cents)) },
          { label: m.mail_differences_oldest(), value: daysText(days) },
        ],
        button: { text: m.mail_differences_button(), href: `${config.publicUrl}/admin/reconciliation` },
        footer: [m.mail_differences_footer()],
      };
      return { to: [company.customer_service_email], ...renderEmail(content) };
    },
  };
}
