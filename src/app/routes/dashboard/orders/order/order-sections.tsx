import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { pickupText } from '#modules/orders/pickup-text.ts';
import { centsFromDollars } from '#kit/money.ts';
import { balanceText } from '#modules/pricing/price-texts.ts';
import { formatDate } from '#kit/plain-date.ts';
import { useRight } from '#app/auth/use-auth.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { addressLine } from '#app/addresses/address-form.ts';
import { aidNotice, aidPayments, aidStateText } from '#app/orders/aid-texts.ts';
import { dollarText, paidStateOf, paidStateText, routeText, studentName } from '#app/orders/order-texts.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { Button } from '#app/ui/button.tsx';
import { Card, EmptyCard, Facts, type Fact } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { fullName } from '#kit/text/full-name.ts';

type SectionProps = { order: Order };

type SignedDetail = Order['order_detail']['contract']['contract_detail'];

const money = (dollars: number) => <span className="figures whitespace-nowrap">{dollarText(dollars)}</span>;
const named = (facts: readonly (Fact | null)[]): Fact[] => facts.filter((fact) => fact !== null);

export function OrderSection({ order }: SectionProps) {
  const dayText = useCompanyDay();
  const { _order_total: total, _order_due: due } = order;
  const paid = paidStateOf(order);
  return (
    <Card title={m.contract_section_order()}>
      <Facts
        facts={named([
          { label: m.contract_order_number(), value: <span className="figures">{order.id}</span> },
          { label: m.contract_ordered_item(), value: order.order_detail.product.name },
          {
            label: m.contract_order_date(),
            value: <span className="figures">{dayText(order.created_at)}</span>,
          },
          { label: m.contract_order_total(), value: money(total) },
          { label: m.contract_order_due(), value: paid.is === 'open' ? money(due) : paidStateText(paid) },
          order.next_payment_on
            ? {
                label: m.contract_next_payment(),
                value: <DateText date={order.next_payment_on} withWeekday />,
              }
            : null,
        ])}
      />
    </Card>
  );
}

function SpecialRequest({ text }: { text: string }) {
  const [isShown, setShown] = useState(true);
  return (
    <>
      {isShown && <p className="whitespace-pre-line">{text}</p>}
      <Button look="quiet" className="-ml-5" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? m.contract_hide_request() : m.contract_show_request()}
      </Button>
    </>
  );
}

function ParentOf({ order }: SectionProps) {
  const { parent } = order.order_detail.contract.contract_detail.student;
  const { email, phone } = parent;
  return (
    <>
      <span className="block">
        <bdi>{fullName(parent)}</bdi>
      </span>
      <a className="figures block underline underline-offset-4" href={`tel:${phone}`}>
        {phone}
      </a>
      <a className="block wrap-anywhere underline underline-offset-4" href={`mailto:${email}`}>
        {email}
      </a>
    </>
  );
}

function Amendments({ order: { amendments } }: SectionProps) {
  const dayText = useCompanyDay();
  return (
    <ul>
      {amendments.map(({ number, applied_at, text }) => (
        <li key={number}>{m.contract_amendment_of({ number, day: dayText(applied_at), text })}</li>
      ))}
    </ul>
  );
}

export function ContractSection({ order }: SectionProps) {
  const seesNotes = useRight('families');
  const dayText = useCompanyDay();
  const { contract } = order.order_detail;
  const detail = contract.contract_detail;
  return (
    <Card title={m.contract_section_contract()}>
      <Facts
        facts={named([
          {
            label: m.contract_contract_number(),
            value: <b className="figures">{contract.contract_number ?? m.contract_not_available()}</b>,
          },
          {
            label: m.contract_signed_on(),
            value: <span className="figures">{dayText(contract.created_at)}</span>,
          },
          order.amendments.length > 0
            ? { label: m.contract_amendments(), value: <Amendments order={order} /> }
            : null,
          { label: m.contract_summary_student(), value: studentName(order) },
          seesNotes ? { label: m.contract_parent(), value: <ParentOf order={order} /> } : null,
          { label: m.contract_summary_address(), value: addressLine(detail.address) },
          {
            label: m.contract_school_program_year(),
            value: `${detail.program_group.text} · ${detail.program.text} · ${detail.period.text}`,
          },
          detail.grade ? { label: m.contract_grade(), value: detail.grade.text } : null,
          { label: m.contract_base_cost(), value: money(contract.base_contract_cost) },
          contract.special_request
            ? {
                label: m.contract_special_request(),
                value: <SpecialRequest text={contract.special_request} />,
              }
            : null,
          seesNotes && contract.notes ? { label: m.contract_notes(), value: contract.notes } : null,
          seesNotes && contract.notes_additional
            ? { label: m.contract_notes_additional(), value: contract.notes_additional }
            : null,
        ])}
      />
    </Card>
  );
}

type PricedRow = { id: number; text: string; amount: number };

function PricedRows({ rows, sign }: { rows: readonly PricedRow[]; sign: string }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap justify-between gap-x-4">
          <span>{row.text}</span>
          <span className="figures">{`${sign}${dollarText(row.amount)}`}</span>
        </li>
      ))}
    </ul>
  );
}

function termFacts({ payment_term: term }: SignedDetail): Fact[] {
  const isSplit = term.number_payments > 1;
  // A Full term of several payments has the whole balance as one payment (T4).
  const balances = term.payment_term_type.key === 'paymentTermTypeScheduled' ? term.number_payments - 1 : 1;
  return named([
    { label: m.contract_term_deposit(), value: money(term.deposit) },
    isSplit
      ? {
          label: m.contract_term_balance(),
          value: <span className="figures">{balanceText(centsFromDollars(term.amount), balances)}</span>,
        }
      : null,
    isSplit ? { label: m.contract_term_payments(), value: term.number_payments } : null,
    isSplit && term.scheduled_dt
      ? {
          label: m.contract_term_scheduled(),
          value: <span className="figures">{formatDate(term.scheduled_dt)}</span>,
        }
      : null,
  ]);
}

export function TermSection({ order }: SectionProps) {
  const detail = order.order_detail.contract.contract_detail;
  const ofAid = aidPayments(order);
  return (
    <Card title={m.contract_section_term()}>
      <Facts
        facts={[
          { label: m.contract_term_name(), value: detail.payment_term.name },
          ...(ofAid
            ? [{ label: m.contract_term_of_aid(), value: <PricedRows rows={ofAid} sign="" /> }]
            : termFacts(detail)),
        ]}
      />
    </Card>
  );
}

export function RouteSection({ order }: SectionProps) {
  const {
    route,
    route_addons: addons,
    route_discounts: discounts,
    ...detail
  } = order.order_detail.contract.contract_detail;
  const pickup = pickupText(detail);
  return (
    <Card title={m.contract_section_route()}>
      <Facts
        facts={named([
          {
            label: m.contract_route(),
            value: routeText(route),
          },
          addons.length > 0
            ? { label: m.contract_addons(), value: <PricedRows rows={addons} sign="" /> }
            : null,
          discounts.length > 0
            ? { label: m.contract_discounts(), value: <PricedRows rows={discounts} sign="−" /> }
            : null,
          pickup ? { label: m.contract_pickup(), value: pickup } : null,
        ])}
      />
    </Card>
  );
}

type OrderAid = NonNullable<Order['order_detail']['contract']['contract_detail']['financial_aid']>;

/** The state of the aid; open aid of an ended order needs no decision. */
function AidState({ order, aid }: SectionProps & { aid: OrderAid }) {
  const mayDecide = useRight('money_write');
  const isOpen = aid.state === 'to_confirm' && (order.is_active || aid.is_awaited);
  const notice = aid.state === 'to_confirm' && !isOpen ? null : aidNotice(aid);
  return (
    <>
      <b className="block">{aidStateText(aid.state)}</b>
      {notice && <span className="block wrap-anywhere">{notice}</span>}
      {mayDecide && isOpen && (
        <Link to="/admin/aid" className="inline-flex min-h-11 items-center underline underline-offset-4">
          {m.contract_aid_decide()}
        </Link>
      )}
    </>
  );
}

export function AidSection({ order }: SectionProps) {
  const seesMoney = useRight('money');
  const aid = order.order_detail.contract.contract_detail.financial_aid;
  if (!aid) return <EmptyCard title={m.contract_section_aid()}>{m.contract_aid_none()}</EmptyCard>;
  return (
    <Card title={m.contract_section_aid()}>
      <Facts
        facts={named([
          { label: m.contract_aid_code(), value: aid.code },
          { label: m.contract_aid_amount(), value: money(aid.amount) },
          aid.notes ? { label: m.contract_aid_notes(), value: aid.notes } : null,
          seesMoney || aid.state !== 'awarded'
            ? { label: m.contract_aid_state(), value: <AidState order={order} aid={aid} /> }
            : null,
        ])}
      />
    </Card>
  );
}
