import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { askForMethod, type Parent } from '#modules/office/people/people.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import { call } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { isToPay, PaymentLabel } from '#app/orders/payment-stop.tsx';
import { dollarText, paymentStateText, studentName } from '#app/orders/order-texts.ts';
import { Fold } from '#app/ui/fold.tsx';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';
import { MailButton } from './mail-button.tsx';

type Props = { parent: Parent };

const toCome = ({ orders }: Parent) =>
  orders
    .filter(({ is_active }) => is_active)
    .flatMap((order) => order.payments.filter(isToPay).map((payment) => ({ order, payment })))
    .sort((a, b) => a.payment.pay_on.localeCompare(b.payment.pay_on));

/** What the family still pays, of all contracts, as stops in the order of their days (OF10.1). */
export function PaymentsFold({ parent }: Props) {
  const dayText = useCompanyDay();
  const rows = toCome(parent);
  if (rows.length === 0) return null;
  const stops = rows.map(({ order, payment }, at): Stop => ({
    key: String(payment.id),
    label: <PaymentLabel payment={payment} />,
    state: isStuck(payment.status) ? 'trouble' : at === 0 ? 'now' : 'next',
    stateText: paymentStateText(payment, dayText),
    aside: dollarText(payment.amount),
    detail: (
      <Link to={`/admin/orders/${order.id}`} className={rowLink}>
        {m.family_payment_of({
          student: studentName(order),
          number: order.order_detail.contract.contract_number ?? m.contract_order_id({ id: order.id }),
        })}
      </Link>
    ),
  }));
  return (
    <Fold title={m.family_payments()}>
      <ScheduleLine label={m.family_payments()} stops={stops} showStates />
    </Fold>
  );
}

type Method = Parent['methods'][number];

const methodState = ({ returned_at, is_default }: Method, dayText: (at: string) => string) => {
  if (returned_at) return m.family_method_returned({ day: dayText(returned_at) });
  return is_default ? m.family_method_default() : m.family_method_kept();
};

const expiryText = ({ exp_month, exp_year }: Method) =>
  exp_month === null || exp_year === null
    ? ''
    : ` · ${m.family_method_expires({ on: `${String(exp_month).padStart(2, '0')}/${exp_year}` })}`;

/** Cards and accounts: the family alone changes them, and is asked for a new one once a day (OF10.1). */
export function MethodsFold({ parent: { id, methods, orders } }: Props) {
  const dayText = useCompanyDay();
  const mayAsk = useRight('money_write');
  if (methods.length === 0 && orders.length === 0) return null;
  return (
    <Fold title={m.family_methods()}>
      {methods.length === 0 && <p>{m.family_method_none()}</p>}
      <ul className="grid gap-1">
        {methods.map((method) => (
          <li key={method.id}>
            <b className="figures">{`${method.brand} ****${method.last_4}`}</b>
            <span>{`${expiryText(method)} · ${methodState(method, dayText)}`}</span>
          </li>
        ))}
      </ul>
      {mayAsk && (
        <MailButton label={m.family_method_ask()} send={() => call(askForMethod, { params: { id } })} />
      )}
    </Fold>
  );
}
