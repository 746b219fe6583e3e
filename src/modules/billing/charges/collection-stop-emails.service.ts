import { m } from '#i18n/messages.js';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { findStop } from '#modules/billing/payments/collection-stops.queries.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';

type Deps = { db: Database; clock: Clock; config: Config };

const TEXTS = {
  bank: {
    subject: m.mail_limit_bank_subject,
    heading: m.mail_limit_bank_heading,
    body: m.mail_limit_bank_body,
  },
  card: {
    subject: m.mail_limit_card_subject,
    heading: m.mail_limit_card_heading,
    body: m.mail_limit_card_body,
  },
};

const KINDS = ['bank', 'card'] as const;

type Stop = NonNullable<Awaited<ReturnType<typeof findStop>>>;
type Words = Pick<EmailContent, 'subject' | 'preview' | 'heading' | 'paragraphs'>;

async function toOffice({ db, clock, config }: Deps, stop: Stop, words: Words) {
  const { name, customer_service_email } = await getCompany(db);
  const content = {
    company: name,
    ...words,
    facts: [
      { label: m.mail_stop_since(), value: formatDate(dayIn(clock.time_zone, stop.stopped_at)) },
      { label: m.mail_request_order(), value: String(stop.payment.order_id) },
    ],
    button: { text: m.mail_stop_button(), href: `${config.publicUrl}/admin/money` },
    footer: [m.mail_stop_footer()],
  };
  return { to: [customer_service_email], ...renderEmail(content) };
}

export const collectionStopEmails = (deps: Deps): Renderers => ({
  'billing.limit_reached': async ({ stop_id }) => {
    const standing = await Promise.all(KINDS.map((kind) => findStop(deps.db, kind)));
    const stop = standing.find((each) => each?.id === stop_id);
    if (!stop?.kind || !stop.resumes_at) return undefined;
    const texts = TEXTS[stop.kind];
    const day = formatDate(dayIn(deps.clock.time_zone, stop.resumes_at));
    return toOffice(deps, stop, {
      subject: texts.subject(),
      preview: m.mail_limit_preview(),
      heading: texts.heading(),
      paragraphs: [texts.body(), m.mail_limit_families(), m.mail_limit_todo({ day })],
    });
  },
  'billing.collection_stopped': async ({ stop_id }) => {
    const stop = await findStop(deps.db);
    if (!stop || stop.id !== stop_id) return undefined;
    return toOffice(deps, stop, {
      subject: m.mail_stop_subject(),
      preview: m.mail_stop_preview(),
      heading: m.mail_stop_heading(),
      paragraphs: [m.mail_stop_body(), m.mail_stop_families(), m.mail_stop_todo()],
    });
  },
});
