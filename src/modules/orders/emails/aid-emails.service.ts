import { z } from 'zod';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { isOnSaleNow } from '#modules/catalog/routes/selling.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import { FAMILY } from '#kit/endpoint/right.ts';
import { centsFromDollars } from '#kit/money.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { aidDifference } from '#modules/orders/contracts/aid-difference.ts';
import { findClaim, type AidClaimRecord } from '#modules/orders/aid/aid-claims.service.ts';
import * as mails from './aid.emails.ts';
import { recipientsOf, toOrderReaders } from './order-readers.service.ts';

type Deps = { db: Database; clock: Clock; config: Config };

const aboutOrder = z.object({ order_id: z.number() });

const customerService = async (db: Database) => (await getCompany(db)).customer_service_email;

const noticeOf = ({ config }: Deps, claim: AidClaimRecord, path: string): mails.AidNotice => ({
  order_id: claim.order.id,
  contract_number: claim.contract_number,
  snapshot: claim.snapshot,
  amount_cents: claim.aid.amount_cents,
  link: `${config.publicUrl}${path}`,
});

const toFamily =
  (
    deps: Deps,
    writerOf: (claim: AidClaimRecord) => Promise<((notice: mails.AidNotice) => EmailContent) | undefined>,
    path = (claim: AidClaimRecord) => `/dashboard/orders/${claim.order.id}`,
  ): Renderers[string] =>
  async (payload) => {
    const { db } = deps;
    const claim = await findClaim(db, aboutOrder.parse(payload).order_id);
    if (!claim) return undefined;
    const write = await writerOf(claim);
    if (!write) return undefined;
    const notice = noticeOf(deps, claim, path(claim));
    return toOrderReaders(db, payload, {
      snapshot: claim.snapshot,
      to: recipientsOf(claim.snapshot),
      write: (snapshot) => write({ ...notice, snapshot }),
      more: { replyTo: await customerService(db) },
    });
  };

const toOffice =
  (deps: Deps): Renderers[string] =>
  async (payload) => {
    const claim = await findClaim(deps.db, aboutOrder.parse(payload).order_id);
    // The aid was decided before the mail left, or the order has ended.
    if (!claim || claim.aid.outcome || !['active', 'awaiting_aid'].includes(claim.order.status))
      return undefined;
    const { full_cents } = aidDifference({ ...claim, amount_cents: claim.aid.amount_cents });
    const is_awaited = claim.order.status === 'awaiting_aid';
    const content = mails.aidToConfirmEmail(noticeOf(deps, claim, '/admin/aid'), { full_cents, is_awaited });
    return { to: [await customerService(deps.db)], ...renderEmail(content) };
  };

/** A6 */
export function aidEmails(deps: Deps): Renderers {
  const { db, clock, config } = deps;
  return {
    'orders.aid_to_confirm': toOffice(deps),
    'orders.aid_awaited': toFamily(deps, async () => mails.aidAwaitedEmail),
    'orders.aid_confirmed': toFamily(deps, async () => mails.aidConfirmedEmail),
    'orders.aid_declined': toFamily(deps, async (claim) => {
      const declined = await declinedOf(db, claim);
      return (notice) => mails.aidDeclinedEmail(notice, declined);
    }),
    // Nothing is asked once the order was charged or has ended.
    'orders.aid_method_needed': toFamily(
      deps,
      async ({ order }) => (order.status === 'awaiting_aid' ? mails.aidMethodNeededEmail : undefined),
      () => '/dashboard/payment-methods',
    ),
    'orders.aid_not_charged': toFamily(deps, async ({ snapshot, order }) => {
      const school = encodeURIComponent(snapshot.program_group.path);
      const isOpen = await isOnSaleNow(db, clock.now(), order.route_id);
      const again = isOpen ? `${config.publicUrl}/contract?school=${school}` : null;
      return (notice) => mails.aidNotChargedEmail(notice, again);
    }),
  };
}

async function declinedOf(db: Database, { aid, order }: AidClaimRecord): Promise<mails.Declined> {
  const money = (await moneyOfOrders(db, [order.id], FAMILY)).get(order.id);
  const asked = money?.payments.find(({ is_aid_difference }) => is_aid_difference);
  return {
    reason: aid.reason ?? '',
    difference: asked ? { amount_cents: centsFromDollars(asked.amount), pay_on: asked.pay_on } : null,
    goes_on: aid.consequence === 'difference',
    was_charged: money?.transactions.some(({ is_success, value }) => is_success && value > 0) ?? false,
  };
}
