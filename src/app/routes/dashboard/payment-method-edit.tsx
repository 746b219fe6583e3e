import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { listPaymentMethods } from '#modules/billing/billing.contract.ts';
import { useItems } from '../../api/use-items.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { pageTitle } from '../../shell/page-title.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OfficeContact } from './office-contact.tsx';
import { PaymentMethodFacts } from './payment-method-facts.tsx';

export const meta = () => pageTitle(m.shell_title_edit_payment_method());

/** One saved card or account, and who changes it for the family. */
export default function PaymentMethodEdit() {
  const { paymentMethodId } = useParams();
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
          const method = list.find((each) => String(each.id) === paymentMethodId);
          if (!method) return <EmptyState title={m.dashboard_method_not_found()} action={back} />;
          return (
            <div className="grid max-w-form gap-6">
              <Card>
                <div className="flex gap-4">
                  <PaymentMethodFacts method={method} />
                </div>
              </Card>
              <p>{m.dashboard_method_edit_text()}</p>
              <OfficeContact />
              <div>{back}</div>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}
