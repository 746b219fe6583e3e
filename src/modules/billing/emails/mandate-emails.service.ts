import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { greetingOf, toReaders } from '#modules/accounts/emails/readers.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { Config } from '#platform/config/config.ts';
import { renderEmail, wordsOfHtml, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { findMandate } from '#modules/billing/methods/mandates.queries.ts';

type Deps = Pick<BillingContext, 'db' | 'clock'> & { config: Config };

const about = z.object({ mandate_id: z.number() });

/** Sends a word-for-word copy of the authorization (reliability 3.1). */
export const mandateEmails = (deps: Deps): Renderers => ({
  'billing.debit_authorized': async (payload) => {
    const mandate = await findMandate(deps.db, about.parse(payload).mandate_id);
    if (!mandate || mandate.reader.disabled_at) return undefined;
    const content = await contentOf(deps, mandate);
    const { reader } = mandate;
    return toReaders(payload, [reader.email], reader, (isNamed) =>
      renderEmail({ ...content, heading: greetingOf(isNamed ? reader.first_name : null) }),
    );
  },
});

type Mandate = NonNullable<Awaited<ReturnType<typeof findMandate>>>;

async function contentOf(
  { db, clock, config }: Deps,
  mandate: Mandate,
): Promise<Omit<EmailContent, 'heading'>> {
  const company = await getCompany(db);
  const account = nameOfMethod(mandate.method);
  const day = formatDate(dayIn(clock.time_zone, mandate.accepted_at));
  return {
    company: company.name,
    subject: m.mail_debit_subject({ account }),
    preview: m.mail_debit_body({ account, day }),
    paragraphs: [m.mail_debit_body({ account, day }), await wordsOfHtml(mandate.html), m.mail_debit_revoke()],
    facts: [
      { label: m.mail_debit_account(), value: account },
      { label: m.mail_debit_day(), value: day },
    ],
    button: { text: m.mail_payment_methods_button(), href: `${config.publicUrl}/dashboard/payment-methods` },
    footer: [m.mail_receipt_questions({ phone: company.dispatch_phone })],
  };
}
