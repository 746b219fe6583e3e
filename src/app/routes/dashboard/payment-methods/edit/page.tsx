import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { listPaymentMethods, type PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { yesNo } from './yes-no.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { MethodActions } from './method-actions.tsx';
import { MethodExpiry } from '#app/routes/dashboard/payment-methods/method-expiry.tsx';

export const meta = () => pageTitle(m.shell_title_edit_payment_method());

function Expiry({ method, on }: { method: PaymentMethod; on: string }) {
  return (
    <>
      <span className="figures">{on}</span>
      <MethodExpiry method={method} isWarningOnly />
    </>
  );
}

function MethodFacts({ method }: { method: PaymentMethod }) {
  const dayText = useCompanyDay();
  const { exp_month, exp_year } = method;
  const facts = [
    { label: m.dashboard_method_brand(), value: <b className="figures">{methodName(method)}</b> },
    { label: m.dashboard_method_holder(), value: method.name },
    ...(exp_month && exp_year
      ? [
          {
            label: m.dashboard_method_expiry(),
            value: <Expiry method={method} on={`${String(exp_month).padStart(2, '0')}/${exp_year}`} />,
          },
        ]
      : []),
    { label: m.dashboard_method_serves(), value: method.program_group?.text ?? m.dashboard_method_general() },
    { label: m.dashboard_method_is_default(), value: yesNo(method.is_default) },
    {
      label: m.dashboard_method_added(),
      value: <span className="figures">{dayText(method.created_at)}</span>,
    },
  ];
  return <Facts facts={facts} />;
}

/** One saved card or account: what it is, and the way to delete it or make it the default. */
export default function PaymentMethodEdit() {
  const { payment_method_id } = useParams();
  const methods = useItems(listPaymentMethods, {});
  const back = (
    <LinkButton to="/dashboard/payment-methods" look="secondary">
      {m.dashboard_methods_back()}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={m.dashboard_method_edit_title()} />
      <Loaded query={methods} loading={m.dashboard_methods_loading()}>
        {(list) => {
          const method = list.find((each) => String(each.id) === payment_method_id);
          if (!method) return <EmptyState title={m.dashboard_method_not_found()} action={back} />;
          return (
            <div className="grid max-w-form gap-6">
              <Card>
                <MethodFacts method={method} />
              </Card>
              <MethodActions method={method} />
              <p className="text-ink-soft">{m.dashboard_method_edit_text()}</p>
              <div>{back}</div>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}
