import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { fullName } from '#kit/text/full-name.ts';
import { findRequest, type RequestWithPeople } from '#modules/billing/second-person/second-person.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';

type Deps = { db: Database; config: Config };

const aboutRequest = z.object({ request_id: z.number() });

const KINDS = {
  refund: m.mail_second_person_refund,
  refund_request: m.mail_second_person_refund,
  waiver: m.mail_second_person_waiver,
  received: m.mail_second_person_received,
  aid_confirm: m.mail_second_person_aid_confirm,
  aid_end: m.mail_second_person_aid_end,
  amendment: m.mail_second_person_amendment,
};

/** H4 */
export const secondPersonEmails = (deps: Deps): Renderers => ({
  'orders.second_person': requested(deps),
  'orders.second_person_declined': declined(deps),
});

function requested({ db, config }: Deps): Renderers[string] {
  return async (payload) => {
    const found = await findRequest(db, aboutRequest.parse(payload).request_id);
    if (!found || found.request.outcome !== null) return undefined;
    const { name, customer_service_email } = await getCompany(db);
    const words = wordsOf(found, name);
    const asked_by = fullName(found.asked_by);
    const content: EmailContent = {
      ...words,
      facts: [...words.facts, { label: m.mail_second_person_asked_by(), value: asked_by }],
      heading: m.mail_second_person_heading(),
      subject: m.mail_second_person_subject({ order_id: found.request.order_id }),
      paragraphs: [m.mail_second_person_body({ staff: asked_by })],
      button: { text: m.mail_second_person_button(), href: `${config.publicUrl}/admin/approvals` },
      footer: [m.mail_second_person_footer()],
    };
    return { to: [customer_service_email], ...renderEmail(content) };
  };
}

function declined({ db, config }: Deps): Renderers[string] {
  return async (payload) => {
    const found = await findRequest(db, aboutRequest.parse(payload).request_id);
    if (!found) return undefined;
    const { name } = await getCompany(db);
    const { order_id, decline_reason } = found.request;
    const content: EmailContent = {
      ...wordsOf(found, name),
      heading: m.mail_second_person_declined_heading(),
      subject: m.mail_second_person_declined_subject({ order_id }),
      paragraphs: [m.mail_second_person_declined_body({ reason: decline_reason ?? '' })],
      button: {
        text: m.mail_second_person_declined_button(),
        href: `${config.publicUrl}/dashboard/orders/${order_id}`,
      },
      footer: [],
    };
    return { to: [found.asked_by.email], ...renderEmail(content) };
  };
}

function wordsOf({ request }: RequestWithPeople, company: string) {
  const { order_id, kind, amount_cents, reason } = request;
  const what = KINDS[kind]();
  return {
    company,
    preview: m.mail_second_person_preview({ what, amount: formatMoney(amount_cents) }),
    facts: [
      { label: m.mail_request_order(), value: String(order_id) },
      { label: what, value: formatMoney(amount_cents) },
      { label: m.mail_second_person_reason(), value: reason },
    ],
  };
}
