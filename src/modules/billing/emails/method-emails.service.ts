import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { greetingOf, toReaders } from '#modules/accounts/emails/readers.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import { hasSavedSince } from '#modules/billing/methods/adopt.queries.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { findNotice, isLive } from './payment-emails.queries.ts';

const about = z.object({ payment_id: z.number(), asked_at: z.iso.datetime() });
const aboutFamily = z.object({ user_id: z.number() });

export const methodEmails = ({ db, config }: { db: Database; config: Config }): Renderers => ({
  /** Sent after the company changed the payment processor (S23). */
  'billing.enter_method_again': async (payload) => {
    const { payment_id, asked_at } = about.parse(payload);
    const notice = await findNotice(db, payment_id);
    if (!notice || notice.reader.disabled_at) return undefined;
    if (notice.payment.paid_at || notice.payment.status === 'cancelled') return undefined;
    if (!isLive(notice)) return undefined;
    // The family saved a method for this school before the mail left.
    if (await hasSavedSince(db, notice.order.id, new Date(asked_at))) return undefined;
    const { reader, company, order, contract_number, payment } = notice;
    return toReaders(payload, [reader.email], reader, (isNamed) =>
      renderEmail({
        company: company.name,
        subject: m.mail_enter_again_subject(),
        preview: m.mail_enter_again_preview(),
        heading: greetingOf(isNamed ? reader.first_name : null),
        paragraphs: [m.mail_enter_again_body(), m.mail_enter_again_safe()],
        facts: [
          { label: m.mail_card_expires_order(), value: String(order.id) },
          ...(contract_number ? [{ label: m.mail_receipt_contract(), value: contract_number }] : []),
          { label: m.mail_card_expires_due(), value: formatDate(payment.pay_on) },
        ],
        button: { text: m.mail_card_expires_button(), href: `${config.publicUrl}/dashboard/payment-methods` },
        footer: [m.mail_receipt_questions({ phone: company.phone })],
      }),
    );
  },
  /** Asked for by staff (OF10.1). */
  'billing.method_asked': async (payload) => {
    const reader = await getUser(db, aboutFamily.parse(payload).user_id);
    if (reader.disabled_at) return undefined;
    const { name: company, customer_service_email: email } = await getCompany(db);
    return toReaders(payload, [reader.email], reader, (isNamed) =>
      renderEmail({
        company,
        subject: m.mail_method_asked_subject(),
        preview: m.mail_method_asked_preview(),
        heading: greetingOf(isNamed ? reader.first_name : null),
        paragraphs: [m.mail_method_asked_body(), m.mail_method_asked_safe()],
        facts: [],
        button: { text: m.mail_method_asked_button(), href: `${config.publicUrl}/dashboard/payment-methods` },
        footer: [m.mail_method_asked_questions({ email })],
      }),
    );
  },
});
