import { z } from 'zod';
import { bytesOf } from '#kit/bytes-of.ts';
import { invariant } from '#kit/invariant.ts';
import { plannedChargesOf } from '#modules/billing/pay-now/charges-to-come.service.ts';
import { companyOf, getCompany } from '#modules/catalog/catalog.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { isOnSaleNow } from '#modules/catalog/routes/selling.service.ts';
import { m } from '#i18n/messages.js';
import type { SignedCopyDeps } from '#modules/documents/signed-copies.service.ts';
import type { Config } from '#platform/config/config.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import { processorOf } from '#platform/payments/processor.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { recipientsOf, toOrderReaders } from './order-readers.service.ts';
import { notChargedEmail, orderEndedEmail, orderConfirmedEmail } from './orders.emails.ts';
import { pricedBy } from '#modules/orders/contracts/priced-by.ts';
import { listEvidence } from '#modules/orders/contracts/contracts.queries.ts';
import { signedCopyOf } from '#modules/orders/contracts/order-documents.service.ts';
import {
  findConfirmedOrder,
  findNotCharged,
  findShownOrder,
} from '#modules/orders/reading/read-orders.queries.ts';

type Deps = SignedCopyDeps & { config: Config; vault: Vault };

// These mails ask for an answer, and no person reads the portal's own address.
const customerService = async (db: Deps['db']) => (await getCompany(db)).customer_service_email;

const aboutOrder = z.object({ order_id: z.number() });

export function orderEmails(deps: Deps): Renderers {
  return {
    'orders.order_confirmed': orderConfirmed(deps),
    'orders.not_charged': notCharged(deps),
    'orders.order_ended': orderEnded(deps),
  };
}

function orderConfirmed(deps: Deps): Renderers[string] {
  const { db, config } = deps;
  return async (payload) => {
    const { order_id } = aboutOrder.parse(payload);
    const { found, evidence, later, company } = await readConfirmed(deps, order_id);
    if (!found) return undefined;
    const { order, price, account, has_copy, is_on_paper } = found;
    invariant(order.contract_number, 'an order that is confirmed has a contract number');
    const confirmed = {
      contract_number: order.contract_number,
      priced: pricedBy(price.quote, price.paid_by),
      later,
      is_on_paper,
      link: `${config.publicUrl}/dashboard/orders/${order_id}`,
    };
    const { content } = await signedCopyOf(deps, order, { price, evidence, has_copy });
    const attachments = [contractFile(order.contract_number, content)];
    return toOrderReaders(db, payload, {
      snapshot: order.snapshot,
      account,
      to: [order.snapshot.parent.email],
      write: (snapshot) => orderConfirmedEmail({ ...confirmed, snapshot }),
      more: { replyTo: company.customer_service_email, attachments },
    });
  };
}

async function readConfirmed({ db, clock, config }: Deps, order_id: number) {
  const charging = { clock, gateway: { processor: processorOf(config) } };
  const [found, evidence, later, company] = await onOneConnection(db, (one) => {
    const reading = currentCatalog(one);
    return atOnce([
      findConfirmedOrder(one, order_id),
      listEvidence(one, order_id),
      plannedChargesOf(one, charging, { order_id, reading }),
      reading.then(companyOf),
    ]);
  });
  return { found, evidence, later, company };
}

const contractFile = (number: string, content: Uint8Array) => ({
  filename: m.document_contract_file({ number }),
  contentType: 'application/pdf',
  content: bytesOf(content),
});

function orderEnded({ db, config }: Deps): Renderers[string] {
  return async (payload) => {
    const order = await findShownOrder(db, aboutOrder.parse(payload).order_id, null);
    if (!order) return undefined;
    // An order that waited for a check has no contract number.
    const contract_number = order.contract_number ?? `#${order.id}`;
    const link = `${config.publicUrl}/dashboard/orders/${order.id}`;
    return toOrderReaders(db, payload, {
      snapshot: order.snapshot,
      to: recipientsOf(order.snapshot).map((address) => address.toLowerCase()),
      write: (snapshot) => orderEndedEmail({ contract_number, snapshot, link }),
      more: { replyTo: await customerService(db) },
    });
  };
}

function notCharged({ db, clock, config }: Deps): Renderers[string] {
  return async (payload) => {
    const found = await findNotCharged(db, aboutOrder.parse(payload).order_id);
    if (!found) return undefined;
    const path = encodeURIComponent(found.snapshot.program_group.path);
    const isOpen = await isOnSaleNow(db, clock.now(), found.route_id);
    const again = isOpen ? `${config.publicUrl}/contract?school=${path}` : null;
    return toOrderReaders(db, payload, {
      snapshot: found.snapshot,
      to: [found.snapshot.parent.email],
      write: (snapshot) => notChargedEmail({ ...found, snapshot, again }),
      more: { replyTo: await customerService(db) },
    });
  };
}
