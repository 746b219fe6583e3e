import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { bytesOf } from '#kit/bytes-of.ts';
import { invariant } from '#kit/invariant.ts';
import { formatDateTime } from '#kit/plain-date.ts';
import type { SignedCopyDeps } from '#modules/documents/signed-copies.service.ts';
import { findAmendment } from '#modules/orders/amendments/amendments.queries.ts';
import { amendmentCopyOf } from '#modules/orders/contracts/amendment-copy.service.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import type { Config } from '#platform/config/config.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { amendmentAppliedEmail, amendmentClosedEmail, amendmentProposedEmail } from './amendment.emails.ts';
import { recipientsOf, toOrderReaders } from './order-readers.service.ts';

type Deps = SignedCopyDeps & { config: Config };

const aboutAmendment = z.object({ order_id: z.number(), amendment_id: z.number() });

async function readAbout({ db, config }: Deps, payload: Record<string, unknown>) {
  const { order_id, amendment_id } = aboutAmendment.parse(payload);
  const [order, amendment] = [
    await findShownOrder(db, order_id, null),
    await findAmendment(db, amendment_id),
  ];
  if (!order || !amendment) return undefined;
  invariant(order.contract_number, 'an amended order has a contract number');
  const link = `${config.publicUrl}/dashboard/orders/${order_id}`;
  return { order, amendment, about: { contract_number: order.contract_number, amendment, link } };
}

export function amendmentEmails(deps: Deps): Renderers {
  const { db, clock } = deps;
  return {
    'orders.amendment_proposed': async (payload) => {
      const found = await readAbout(deps, payload);
      if (found?.amendment.state !== 'proposed') return undefined;
      const { order, about, amendment } = found;
      const until = formatDateTime(clock.time_zone, amendment.ends_at);
      return toOrderReaders(db, payload, {
        snapshot: order.snapshot,
        to: [order.snapshot.parent.email],
        write: (snapshot) => amendmentProposedEmail({ ...about, snapshot, until }),
      });
    },
    'orders.amendment_applied': async (payload) => {
      const found = await readAbout(deps, payload);
      if (found?.amendment.state !== 'applied') return undefined;
      const { order, about, amendment } = found;
      const { content } = await amendmentCopyOf(deps, order, amendment.id);
      const { number } = amendment;
      const filename = m.document_amendment_file({ number, contract: about.contract_number });
      return toOrderReaders(db, payload, {
        snapshot: order.snapshot,
        to: [order.snapshot.parent.email],
        write: (snapshot) => amendmentAppliedEmail({ ...about, snapshot }),
        more: { attachments: [{ filename, contentType: 'application/pdf', content: bytesOf(content) }] },
      });
    },
    'orders.amendment_closed': async (payload) => {
      const found = await readAbout(deps, payload);
      if (!found) return undefined;
      const { order, about } = found;
      return toOrderReaders(db, payload, {
        snapshot: order.snapshot,
        to: recipientsOf(order.snapshot).slice(0, 1),
        write: (snapshot) => amendmentClosedEmail({ ...about, snapshot }),
      });
    },
  };
}
