import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { ServerInfo } from '#modules/catalog/catalog.contract.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import { listDebitTerms, type DebitTerms } from '#modules/billing/methods/change-methods.contract.ts';
import type { ChargeToCome, ChargeWays } from '#modules/billing/pay-now/pay-now.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useAuth } from '#app/auth/use-auth.ts';
import { ClosedWays } from '#app/payments/closed-ways.tsx';
import { OtherSchoolCards } from '#app/payments/other-school-cards.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { firstChoice, newWays, type Choice } from './first-choice.ts';
import { HostedBank, HostedCard } from './hosted-method.tsx';
import { PayButton, type Pressed } from './pay-button.tsx';
import { TypedBank, TypedCard } from './typed-method.tsx';
import type { PayBody } from './use-pay.ts';
import { Ways } from './ways.tsx';

export type PayFormProps = {
  order: Order;
  payment: Payment;
  charge: ChargeToCome;
  info: ServerInfo;
  pressed: Pressed;
  pay: (body: PayBody) => Promise<boolean>;
  choice: Choice | undefined;
  choose: (choice: Choice | undefined) => void;
};

type Closed = ServerInfo['closed_ways'];

const withOpenWays = <C extends ChargeWays>(charge: C, closed: Closed): C => ({
  ...charge,
  ways: charge.ways.filter(({ kind }) => !closed.includes(kind)),
});

function WhyNow({ charge, payment, pressed }: Pick<PayFormProps, 'charge' | 'payment' | 'pressed'>) {
  if (charge.waits_for_payer)
    return (
      <Notice tone="warning" title={m.contract_pay_waits_title()}>
        {m.contract_pay_waits()}
      </Notice>
    );
  const { planned, failed_because } = charge;
  const on = isStuck(payment.status) ? payment.next_try_on : payment.pay_on;
  const next =
    planned && on
      ? m.contract_pay_planned({
          total: formatMoney(planned.total_cents),
          method: methodName(planned),
          day: formatDateWithWeekday(on),
        })
      : undefined;
  // The refusal of this attempt stands above the button (MS11).
  const isToldBelow = pressed.problem?.tone === 'danger';
  if (failed_because === null || isToldBelow) return next ? <p className="text-ink-soft">{next}</p> : null;
  return (
    <Notice tone="warning" title={m.contract_pay_trouble_title()}>
      <p>{failed_because}</p>
      {next && <p className="mt-1">{next}</p>}
      <p className="mt-1">{m.contract_trouble_safe()}</p>
    </Notice>
  );
}

export type PayWaysProps = Pick<PayFormProps, 'info' | 'pressed' | 'pay' | 'choice' | 'choose'> & {
  charge: ChargeWays;
  program_group_id: number;
};

type NewProps = Omit<PayWaysProps, 'choice' | 'choose'>;

function NewCard({ program_group_id: id, charge, info, pressed, pay }: NewProps) {
  const { user } = useAuth();
  const common = { pressed, pay, user: user ?? undefined };
  return info.payments.kind === 'stripe' ? (
    <HostedCard
      {...common}
      charge={charge}
      publishable_key={info.payments.publishable_key}
      program_group_id={id}
    />
  ) : (
    <TypedCard {...common} charge={charge} today={info.date} />
  );
}

function NewBank({
  program_group_id: id,
  charge,
  info,
  pressed,
  pay,
  all,
}: NewProps & { all: readonly DebitTerms[] }) {
  const { user } = useAuth();
  const terms = all.find(({ program_group_id }) => program_group_id === id);
  const common = { pressed, pay, user: user ?? undefined, terms };
  return info.payments.kind === 'stripe' ? (
    <HostedBank
      {...common}
      charge={charge}
      publishable_key={info.payments.publishable_key}
      program_group_id={id}
    />
  ) : (
    <TypedBank {...common} total_cents={charge.new_ways.bank} />
  );
}

function NewBankWithTerms(props: NewProps) {
  const terms = useItems(listDebitTerms, {});
  return (
    <Loaded query={terms} loading={m.dashboard_methods_loading()}>
      {(all) => <NewBank {...props} all={all} />}
    </Loaded>
  );
}

/** An opened form stays in the page with the typed text during another choice. */
function useOpened(choice: Choice): ReadonlySet<Choice> {
  const [opened, setOpened] = useState<ReadonlySet<Choice>>(new Set([choice]));
  if (!opened.has(choice)) setOpened(new Set([...opened, choice]));
  return opened;
}

/** Saved methods and the forms of new ones, with the button that pays. */
export function PayWays(props: PayWaysProps) {
  const { pressed, pay, choose, program_group_id } = props;
  const closed = props.info.closed_ways;
  const charge = withOpenWays(props.charge, closed);
  const saved = charge.ways.find(({ payment_method_id }) => payment_method_id === props.choice);
  const chosenNew = newWays(closed).find((kind) => kind === props.choice);
  const choice = saved?.payment_method_id ?? chosenNew ?? firstChoice(charge, closed);
  const way = charge.ways.find(({ payment_method_id }) => payment_method_id === choice);
  const opened = useOpened(choice);
  return (
    <>
      <ClosedWays closed={closed} />
      <Ways
        charge={charge}
        open={newWays(closed)}
        chosen={choice}
        hasWallets={props.info.payments.kind === 'stripe'}
        onChoose={choose}
      />
      {!closed.includes('card') && (
        <OtherSchoolCards program_group_id={program_group_id} today={props.info.date} onShared={choose} />
      )}
      {way && (
        <PayButton
          {...pressed}
          total_cents={way.total_cents}
          onClick={() => void pay({ payment_method_id: way.payment_method_id, total_cents: way.total_cents })}
        />
      )}
      {opened.has('card') && !closed.includes('card') && (
        <div hidden={choice !== 'card'}>
          <NewCard {...props} />
        </div>
      )}
      {opened.has('bank') && !closed.includes('bank') && (
        <div hidden={choice !== 'bank'}>
          <NewBankWithTerms {...props} />
        </div>
      )}
    </>
  );
}

export function PayForm({ order, payment, ...props }: PayFormProps) {
  const { id } = order.order_detail.contract.contract_detail.program_group;
  return (
    <div className="grid gap-6">
      <WhyNow charge={props.charge} payment={payment} pressed={props.pressed} />
      <PayWays {...props} program_group_id={id} />
    </div>
  );
}
