import { m } from '#i18n/messages.js';
import { PageHead } from '../../parts/page-head.tsx';
import { pageTitle } from '../../shell/page-title.ts';
import { LinkButton } from '../../ui/button.tsx';
import { OfficeContact } from './office-contact.tsx';

export const meta = () => pageTitle(m.shell_title_create_payment_method());

/** How a card or account comes to be saved: with a contract, or by the office. */
export default function PaymentMethodCreate() {
  return (
    <>
      <PageHead title={m.dashboard_method_create_title()} />
      <div className="grid max-w-form gap-6">
        <p>{m.dashboard_method_create_text()}</p>
        <OfficeContact />
        <div className="flex flex-wrap gap-3">
          <LinkButton to="/#schools">{m.contract_orders_start()}</LinkButton>
          <LinkButton to="/dashboard/payment-methods" look="secondary">
            {m.dashboard_methods_back()}
          </LinkButton>
        </div>
      </div>
    </>
  );
}
