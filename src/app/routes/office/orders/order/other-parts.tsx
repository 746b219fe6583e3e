import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { OfficeOrder } from '#modules/office/orders/office-order.contract.ts';
import { readOffer } from '#modules/orders/offers/offers.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { RefundProgress } from '#app/refunds/refund-progress.tsx';
import { AwaitedCheck } from '#app/routes/office/offers/offer/awaited-check.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { LastRows } from '../order-audit.tsx';
import { RefundAct } from '../order-refunds.tsx';
import { EndContract } from './end-contract.tsx';

/** What the family has asked for about the order (R2, R3). */
export function RequestsPart({ page: { order, refund_request_id } }: { page: OfficeOrder }) {
  const dayText = useCompanyDay();
  const mayDecide = useRight('money_write');
  const { order_refund_request: refund, order_reassign_approval: approval } = order;
  if (!refund && !approval) return null;
  return (
    <Fold title={m.order_requests()}>
      <div className="grid justify-items-start gap-3">
        {refund && <RefundProgress request={refund} />}
        {refund && mayDecide && (
          <Link to={`/admin/requests/${refund_request_id}`} className={rowLink}>
            {m.order_request_open()}
          </Link>
        )}
        {approval && <p>{m.order_reassign_approved({ day: dayText(approval.requested_at) })}</p>}
      </div>
    </Fold>
  );
}

function OfAwaited({ offer_id }: { offer_id: number }) {
  const query = useItems(readOffer, { params: { id: offer_id } });
  return (
    <Loaded query={query} loading={m.office_offers_loading()}>
      {([offer]) =>
        offer?.is_check_awaited && (
          <AwaitedCheck offer={offer}>
            <LinkButton look="secondary" to={`/admin/offers/${offer_id}`}>
              {m.order_offer_open()}
            </LinkButton>
          </AwaitedCheck>
        )
      }
    </Loaded>
  );
}

/** The office waits for the check or cash of the order, and records it here (OF3.7). */
export function AwaitedPart({ page: { status, offer_id } }: { page: OfficeOrder }) {
  const mayRecord = useRight('money_write');
  if (!mayRecord || status !== 'awaiting_check' || offer_id === null) return null;
  return <OfAwaited offer_id={offer_id} />;
}

/** What was done to the order and its payments; read when the section is opened. */
export function HistoryPart({ order_id }: { order_id: number }) {
  const mayAudit = useRight('audit');
  if (!mayAudit) return null;
  return (
    <Fold title={m.order_history()} isOpenFirst={false}>
      <LastRows about={`order:${order_id}`} />
    </Fold>
  );
}

/** The acts of an order: change, refund and end (OF10.5). */
export function OrderActs({ page: { order, status } }: { page: OfficeOrder }) {
  const [open, setOpen] = useState<'refund' | 'end' | null>(null);
  const mayWrite = useRight('money_write');
  if (!mayWrite) return null;
  const close = () => setOpen(null);
  return (
    <>
      {status === 'active' && (
        <LinkButton to={`/admin/orders/${order.id}/change`}>{m.contract_staff_change()}</LinkButton>
      )}
      <Button look="secondary" icon="card" onClick={() => setOpen('refund')}>
        {m.office_refund()}
      </Button>
      {(status === 'active' || status === 'awaiting_check') && (
        <Button look="danger" onClick={() => setOpen('end')}>
          {m.order_end()}
        </Button>
      )}
      {open === 'end' && <EndContract order={order} onClose={close} />}
      <RefundAct order={order} isOpen={open === 'refund'} onClose={close} />
    </>
  );
}
