import { z } from 'zod';
import { cents } from '#kit/money.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { recipientsOf } from './recipients.ts';
import { findNotice } from './payment-emails.queries.ts';
import { refundEmail, refundReversedEmail, type RefundNotice } from './refund.emails.ts';
import { REFUND_REVERSALS, type RefundState } from '#modules/billing/refunds/refund.states.ts';
import { findDecision } from '#modules/billing/refunds/refunds-of-order.queries.ts';

type Deps = { db: Database; config: Config };

const about = z.object({ order_refund_id: z.number() });

const aboutReversal = about.extend({ why: z.enum(REFUND_REVERSALS) });

export function refundEmails(deps: Deps): Renderers {
  return {
    'billing.refund_issued': renderer(deps, 'succeeded', () => refundEmail),
    'billing.refund_reversed': renderer(deps, 'bounced', (payload) => {
      const { why } = aboutReversal.parse(payload);
      return (notice) => refundReversedEmail(notice, why);
    }),
  };
}

type WriterOf = (payload: Record<string, unknown>) => (notice: RefundNotice) => EmailContent;

const renderer =
  ({ db, config }: Deps, told: RefundState, writerOf: WriterOf): Renderers[string] =>
  async (payload) => {
    const write = writerOf(payload);
    const decision = await findDecision(db, about.parse(payload).order_refund_id);
    const parts = decision?.parts.filter(({ state }) => state === told) ?? [];
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
      return renderEmail(write({ ...refund, ...named }));
    });
  };
