import { z } from 'zod';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { reassignText } from '#modules/orders/requests/request-texts.ts';
import * as mails from './requests.emails.ts';
import type { RefundType } from '#modules/orders/order-requests.contract.ts';
import {
  findRefundRequestOf,
  type StoredRefundRequest,
} from '#modules/orders/reading/requests-of-orders.queries.ts';
type Deps = { db: Database; config: Config };

const aboutOrder = z.object({ order_id: z.number() });

// A mail that waits from the version before names no company.
const aboutApproval = z.object({ company: z.string().default('') });

/** Whoever signed, and both guardians of the child, each once. */
export function recipientsOf({ parent, student }: OrderRecord['snapshot']): string[] {
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
export function requestEmails({ db, config }: Deps): Renderers {
  const requestRenderer =
    (
      write: (
        notice: mails.RequestNotice,
        order: OrderRecord,
        payload: Record<string, unknown>,
      ) => Promise<EmailContent | undefined>,
    ) =>
    async (payload: Record<string, unknown>) => {
      const { order_id } = aboutOrder.parse(payload);
      const order = await findShownOrder(db, order_id, null);
      if (!order) return undefined;
      const { contract_number, snapshot } = order;
      const emailContent = await write(
        { order_id, contract_number, snapshot, link: `${config.publicUrl}/dashboard/orders/${order_id}` },
        order,
        payload,
      );
      return emailContent && { to: recipientsOf(snapshot), ...renderEmail(emailContent) };
    };
  const refundRequestRenderer = (
    write: (notice: mails.RequestNotice, request: StoredRefundRequest) => EmailContent | undefined,
  ) =>
    requestRenderer(async (notice, { id }) => {
      const request = await findRefundRequestOf(db, id);
      return request && write(notice, request);
    });
  return {
    'orders.refund_requested': refundRequestRenderer((notice, { type }) =>
      mails.refundRequestedEmail(notice, type as RefundType),
    ),
    'orders.refund_review_started': refundRequestRenderer((notice) => mails.refundReviewStartedEmail(notice)),
    'orders.refund_declined': refundRequestRenderer((notice, { reason }) =>
      mails.refundDeclinedEmail(notice, reason ?? ''),
    ),
    'orders.reassign_approved': requestRenderer(async (notice, { snapshot: { program, period } }, payload) =>
      mails.reassignApprovedEmail(
        notice,
        reassignText({
          contract_number: notice.contract_number,
          program: program.text,
          period: period.text,
          company: aboutApproval.parse(payload).company,
        }),
      ),
    ),
  };
}
