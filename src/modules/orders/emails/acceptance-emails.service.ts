import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import { ACCEPTANCE_ASKED } from '#modules/orders/acceptance/acceptance.queries.ts';
import { signedRouteName, type ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { toOrderReaders } from './order-readers.service.ts';
import { studentFact } from './student-fact.ts';

type Deps = { db: Database; config: Config };

const aboutOrder = z.object({ order_id: z.number() });

/** The link carries no key: the page asks for a login. */
export function acceptanceEmails({ db, config }: Deps): Renderers {
  return {
    [ACCEPTANCE_ASKED]: async (payload) => {
      const { order_id } = aboutOrder.parse(payload);
      const order = await findShownOrder(db, order_id, null);
      if (!order?.staff_placed || order.staff_placed.accepted_at) return undefined;
      if (!order.is_active && !order.is_aid_awaited) return undefined;
      const link = `${config.publicUrl}/dashboard/orders/${order_id}/accept`;
      return toOrderReaders(db, payload, {
        snapshot: order.snapshot,
        to: [order.snapshot.parent.email],
        write: (snapshot) => acceptanceEmail({ order_id, snapshot, link }),
      });
    },
  };
}

type Asked = { order_id: number; snapshot: ContractSnapshot; link: string };

function acceptanceEmail({ order_id, snapshot, link }: Asked): EmailContent {
  const { division, parent, student, route, period } = snapshot;
  return {
    company: division.company_name,
    subject: m.mail_acceptance_subject({ order_id }),
    preview: m.mail_acceptance_preview(),
    heading: greetingOf(parent.first_name),
    paragraphs: [m.mail_acceptance_body({ student: isolated(student.first_name) }), m.mail_acceptance_how()],
    facts: [
      { label: m.mail_request_order(), value: String(order_id) },
      ...studentFact(student),
      { label: m.mail_order_period(), value: period.text },
      { label: m.mail_order_route(), value: signedRouteName(route) },
    ],
    button: { text: m.mail_acceptance_button(), href: link },
    footer: [m.mail_acceptance_not_you({ phone: division.phone_main })],
  };
}
