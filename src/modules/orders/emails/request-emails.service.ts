import { z } from 'zod';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderLetter, type Letter } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { reassignText } from '#modules/orders/requests/request-texts.ts';
import * as mails from './requests.emails.ts';
import type { RefundType } from '#modules/orders/order-requests.contract.ts';
import {
  selectRequestsOf,
  type StoredRefundRequest,
} from '#modules/orders/reading/requests-of-orders.queries.ts';
type Desk = { db: Database; config: Config };

const aboutOrder = z.object({ order_id: z.number() });

/** Whoever signed, and both guardians of the child, each once. */
export function bothGuardians({ parent, student }: OrderRecord['snapshot']): string[] {
  const all = [parent.email, student.guardian_1_email, student.guardian_2_email].filter(
    (address): address is string => !!address,
  );
  return all.filter(
    (address, at) => all.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === at,
  );
}

/**
 * Makes the mails about refund requests and reassign approvals, one a step; of money that went back billing
 * tells itself.
 */
export function requestLetters({ db, config }: Desk): Renderers {
  const telling =
    (write: (news: mails.RequestNews, order: OrderRecord) => Promise<Letter | undefined>) =>
    async (payload: Record<string, unknown>) => {
      const { order_id } = aboutOrder.parse(payload);
      const order = await findShownOrder(db, order_id, null);
      if (!order) return undefined;
      const { contract_number, snapshot } = order;
      const letter = await write(
        { order_id, contract_number, snapshot, link: `${config.publicUrl}/dashboard/orders/${order_id}` },
        order,
      );
      return letter && { to: bothGuardians(snapshot), ...(await renderLetter(letter)) };
    };
  const tellingOfRefund = (
    write: (news: mails.RequestNews, request: StoredRefundRequest) => Letter | undefined,
  ) =>
    telling(async (news, { id }) => {
      const request = (await selectRequestsOf(db, [id])).refunds.get(id);
      return request && write(news, request);
    });
  return {
    'mail.refund_requested': tellingOfRefund((news, { type }) =>
      mails.refundRequestedLetter(news, type as RefundType),
    ),
    'mail.refund_taken_up': tellingOfRefund((news) => mails.refundTakenUpLetter(news)),
    'mail.refund_declined': tellingOfRefund((news, { reason }) =>
      mails.refundDeclinedLetter(news, reason ?? ''),
    ),
    'mail.reassign_approved': telling(async (news, { snapshot: { program, period } }) =>
      mails.reassignApprovedLetter(
        news,
        reassignText({ contract_number: news.contract_number, program: program.text, period: period.text }),
      ),
    ),
  };
}
