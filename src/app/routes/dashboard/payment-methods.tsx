import { m } from '#i18n/messages.js';
import { listPaymentMethods, type PaymentMethod } from '#modules/billing/billing.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/parts/loaded.tsx';
import { PageHead } from '#app/parts/page-head.tsx';
import { methodName } from '#app/parts/saved-methods.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PaymentMethodFacts } from './payment-method-facts.tsx';

export const meta = () => pageTitle(m.shell_title_payment_methods());

function MethodCard({ method }: { method: PaymentMethod }) {
  return (
    <li className="flex gap-4 rounded-md border border-hair bg-card p-4">
      <PaymentMethodFacts method={method} />
      <LinkButton
        look="secondary"
        size="small"
        icon="pencil"
        className="ml-auto self-start"
        to={`/dashboard/payment-methods/edit/${method.id}`}
        aria-label={m.dashboard_method_edit_one({ method: methodName(method) })}
      >
        {m.dashboard_edit()}
      </LinkButton>
    </li>
  );
}

/** The saved cards and accounts, newest first (contracts.md §2). */
export default function PaymentMethods() {
  const methods = useItems(listPaymentMethods, {});
  const add = (
    <LinkButton to="/dashboard/payment-methods/create" icon="plus">
      {m.dashboard_methods_add()}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={m.dashboard_methods_title()} actions={add} />
      <Loaded query={methods} loading={m.dashboard_methods_loading()}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={m.dashboard_methods_empty()}>{m.dashboard_methods_empty_text()}</EmptyState>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {newestFirst(list).map((method) => (
                <MethodCard key={method.id} method={method} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

const newestFirst = (methods: readonly PaymentMethod[]) =>
  methods.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
