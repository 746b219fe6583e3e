import { m } from '#i18n/messages.js';
import type { Order } from '#modules/orders/orders.contract.ts';
import { SchoolTag } from '#app/company/school-tag.tsx';
import { isAidAwaited } from '#app/orders/aid-texts.ts';
import { NextPayment } from '#app/orders/next-payment.tsx';
import { orderStateText } from '#app/orders/order-summary.ts';
import { routeText, studentName } from '#app/orders/order-texts.ts';
import { ToAccept } from '#app/orders/to-accept.tsx';
import { PaymentTrouble } from '#app/orders/payment-trouble.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

function Papers({ order_id }: { order_id: number }) {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton look="secondary" size="small" icon="file" to={`/dashboard/orders/${order_id}/contract`}>
        {m.contract_view_contract()}
      </LinkButton>
      <LinkButton look="secondary" size="small" icon="file" to={`/dashboard/orders/${order_id}/receipt`}>
        {m.contract_view_receipt()}
      </LinkButton>
    </div>
  );
}

function State({ order }: { order: Order }) {
  const text = orderStateText(order);
  if (isAidAwaited(order)) return <Notice title={m.contract_aid_order_waits()}>{text}</Notice>;
  return (
    <>
      {!order.is_active && <p className="text-lg font-extrabold text-red">{m.contract_inactive()}</p>}
      <p>{text}</p>
    </>
  );
}

/** What a parent comes for, above the sections: child, route, state, next payment, papers (MP8). */
export function OrderHead({ order }: { order: Order }) {
  const { contract_number, contract_detail } = order.order_detail.contract;
  const { program_group: group, program, period, route } = contract_detail;
  return (
    <section aria-label={m.contract_summary_order()} className="mb-6 grid gap-3">
      <div>
        <p className="text-lg font-bold wrap-anywhere">{studentName(order)}</p>
        <p className="wrap-anywhere">{routeText(route)}</p>
        <SchoolTag path={group.path}>
          <span>{`${program.text} · ${period.text}`}</span>
        </SchoolTag>
      </div>
      <State order={order} />
      <PaymentTrouble order={order} />
      <ToAccept order={order} />
      <NextPayment order={order} />
      {/* An order with awaited or declined aid has no number and no documents. */}
      {contract_number !== null && <Papers order_id={order.id} />}
    </section>
  );
}
