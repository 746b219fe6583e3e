import { z } from 'zod';
import { cents } from '#kit/money.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { recipientsOf } from './recipients.ts';
import { findNotice } from './payment-emails.queries.ts';
import { refundEmail } from './refund.emails.ts';
import { findDecision } from '#modules/billing/refunds/refunds-of-order.queries.ts';

type Deps = { db: Database; config: Config };

const about = z.object({ order_refund_id: z.number() });

export function refundEmails({ db, config }: Deps): Renderers {
  return {
    'billing.refund_issued': async (payload) => {
      const decision = await findDecision(db, about.parse(payload).order_refund_id);
      const parts = decision?.parts.filter(({ state }) => state === 'succeeded') ?? [];
      const notice = parts[0] && (await findNotice(db, parts[0].payment_id));
      if (!decision || !notice || notice.reader.disabled_at) return undefined;
      const { reader, student } = notice;
      const refund = {
        company: notice.company,
        contract_number: notice.contract_number,
        way: decision.way,
        reference: decision.reference,
        parts: parts.map(({ payment_number, amount_cents, surcharge_cents, method }) => ({
          payment_number,
          principal_cents: cents(amount_cents - surcharge_cents),
          surcharge_cents,
          method,
        })),
        link: `${config.publicUrl}/dashboard/orders/${notice.order.id}`,
      };
      return toReaders(payload, recipientsOf(notice), reader, (isNamed) => {
        const named = { first_name: isNamed ? reader.first_name : null, student: isNamed ? student : null };
        return renderEmail(refundEmail({ ...refund, ...named }));
      });
    },
  };
}
