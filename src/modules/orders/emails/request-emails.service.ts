import { z } from 'zod';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { reassignText } from '#modules/orders/requests/request-texts.ts';
import { recipientsOf, toOrderReaders } from './order-readers.service.ts';
import * as mails from './requests.emails.ts';
import type { RefundType } from '#modules/orders/order-requests.contract.ts';
import {
  findRefundRequestOf,
  findShownOrder,
  type StoredRefundRequest,
} from '#modules/orders/reading/read-orders.queries.ts';
type Deps = { db: Database; config: Config };

const aboutOrder = z.object({ order_id: z.number() });

// A queued mail of the previous version names no company.
const aboutApproval = z.object({ company: z.string().default('') });

type WriterOf = (
  order: OrderRecord,
  payload: Record<string, unknown>,
) => Promise<((notice: mails.RequestNotice) => EmailContent) | undefined>;

const requestRenderer =
  ({ db, config }: Deps, writerOf: WriterOf): Renderers[string] =>
  async (payload) => {
    const { order_id } = aboutOrder.parse(payload);
    const order = await findShownOrder(db, order_id, null);
    if (!order) return undefined;
    const { contract_number, snapshot } = order;
    const write = await writerOf(order, payload);
    if (!write) return undefined;
    const link = `${config.publicUrl}/dashboard/orders/${order_id}`;
    return toOrderReaders(db, payload, {
      snapshot,
      to: recipientsOf(snapshot),
      write: (named) => write({ order_id, contract_number, snapshot: named, link }),
    });
  };

type WriteRefundRequest = (notice: mails.RequestNotice, request: StoredRefundRequest) => EmailContent;

const refundRequestRenderer = (deps: Deps, write: WriteRefundRequest): Renderers[string] =>
  requestRenderer(deps, async ({ id }) => {
    const request = await findRefundRequestOf(deps.db, id);
    return request && ((notice) => write(notice, request));
  });

export function requestEmails(deps: Deps): Renderers {
  return {
    'orders.refund_requested': refundRequestRenderer(deps, (notice, { type }) =>
      mails.refundRequestedEmail(notice, type as RefundType),
    ),
    'orders.refund_review_started': refundRequestRenderer(deps, (notice) =>
      mails.refundReviewStartedEmail(notice),
    ),
    'orders.refund_declined': refundRequestRenderer(deps, (notice, { reason }) =>
      mails.refundDeclinedEmail(notice, reason ?? ''),
    ),
    'orders.reassign_approved': requestRenderer(deps, async ({ contract_number, snapshot }, payload) => {
      const text = reassignText({
        contract_number,
        program: snapshot.program.text,
        period: snapshot.period.text,
        company: aboutApproval.parse(payload).company,
      });
      return (notice) => mails.reassignApprovedEmail(notice, text);
    }),
  };
}
