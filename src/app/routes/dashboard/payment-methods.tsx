import { m } from '#i18n/messages.js';
import { listPaymentMethods } from '#modules/billing/billing.contract.ts';
import { useItems } from '../../api/use-items.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { pageTitle } from '../../shell/page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';

export const meta = () => pageTitle(m.shell_title_payment_methods());

export default function PaymentMethods() {
  const methods = useItems(listPaymentMethods, {});
  return (
    <>
      <PageHead title={m.dashboard_methods_title()} />
      <Loaded query={methods} loading={m.dashboard_methods_loading()}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={m.dashboard_methods_empty()}>{m.dashboard_methods_empty_text()}</EmptyState>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {list.map((method) => (
                <li key={method.id} className="flex gap-4 rounded-md border border-hair bg-card p-4">
                  <Icon name={method.exp_year ? 'card' : 'bank'} className="mt-0.5 size-6" />
                  <div className="min-w-0">
                    <p className="figures font-bold">{`${method.brand} ${method.ident}`}</p>
                    <p className="text-ink-soft">{method.name}</p>
                    {method.exp_year && method.exp_month && (
                      <p className="figures text-sm text-ink-soft">
                        {m.dashboard_method_expires({ month: String(method.exp_month).padStart(2, '0'), year: method.exp_year })}
                      </p>
                    )}
                    {method.is_default && <p className="mt-1 text-sm font-semibold">{m.dashboard_method_default()}</p>}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
