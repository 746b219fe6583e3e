import { z } from 'zod';
import { invariant } from '#kit/invariant.ts';
import { centsFromDollars } from '#kit/money.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { m } from '#i18n/messages.js';
import type { SignedCopyDeps } from '#modules/documents/signed-copies.service.ts';
import type { Config } from '#platform/config/config.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { getSignedPrice } from '#modules/orders/orders.queries.ts';
import { orderEndedEmail, orderConfirmedEmail } from './orders.emails.ts';
import { pricedBy } from '#modules/orders/contracts/priced-by.ts';
import { signedCopyOf } from '#modules/orders/contracts/order-documents.service.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';

type Deps = SignedCopyDeps & { config: Config };

const aboutOrder = z.object({ order_id: z.number() });

/** Makes the orders' mails, from what was signed. */
export function orderEmails(deps: Deps): Renderers {
  const { db, config } = deps;
  return {
    'orders.order_confirmed': async (payload) => {
      const { order_id } = aboutOrder.parse(payload);
      const order = await findShownOrder(db, order_id, null);
      if (!order) return undefined;
      invariant(order.contract_number, 'an order that is confirmed has a contract number');
      const { quote, paid_by } = await getSignedPrice(db, order_id);
      const money = (await moneyOfOrders(db, [order_id], { is_staff: false })).get(order_id)!;
      const unpaid = money.payments.filter(({ paid_at }) => paid_at === null);
      const emailContent = orderConfirmedEmail({
        contract_number: order.contract_number,
        snapshot: order.snapshot,
        priced: pricedBy(quote, paid_by),
        later: unpaid.map(({ pay_on, amount }) => ({ pay_on, amount: centsFromDollars(amount) })),
        link: `${config.publicUrl}/dashboard/orders/${order_id}`,
      });
      const { content } = await signedCopyOf(deps, order);
      const attachment = {
        filename: m.document_contract_file({ number: order.contract_number }),
        contentType: 'application/pdf',
        content: Buffer.from(content),
      };
      return {
        to: [order.snapshot.parent.email],
        ...(await renderEmail(emailContent)),
        attachments: [attachment],
      };
    },
    'orders.order_ended': async (payload) => {
      const order = await findShownOrder(db, aboutOrder.parse(payload).order_id, null);
      if (!order) return undefined;
      invariant(order.contract_number, 'an order that came about has a contract number');
      const { parent, student } = order.snapshot;
      const guardians = [parent.email, student.guardian_1_email, student.guardian_2_email].filter(
        (address) => address !== null,
      );
      const emailContent = orderEndedEmail({
        contract_number: order.contract_number,
        snapshot: order.snapshot,
        link: `${config.publicUrl}/dashboard/orders/${order.id}`,
      });
      return {
        to: [...new Set(guardians.map((address) => address.toLowerCase()))],
        ...(await renderEmail(emailContent)),
      };
    },
  };
}
