import { m } from '#i18n/messages.js';
import { listPaymentMethods, type PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { fundingText, methodName } from '#app/payments/saved-methods.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { PaymentLink } from '#app/payments/payment-link.tsx';
import { MethodExpiry } from './method-expiry.tsx';
import { MethodWait } from './method-wait.tsx';
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

/** Newest first (contracts.md §2). */
export default function PaymentMethods() {
  const methods = useItems(listPaymentMethods, {});
  const add = (
    <PaymentLink to="/dashboard/payment-methods/create" icon="plus">
      {m.dashboard_methods_add()}
    </PaymentLink>
  );
  return (
    <>
      <PageHead title={m.dashboard_methods_title()} actions={add} />
      <Loaded query={methods} loading={m.dashboard_methods_loading()}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={m.dashboard_methods_empty()}>{m.dashboard_methods_empty_text()}</EmptyState>
          ) : (
            <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
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
  [...methods].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);

/** Brand, ending, holder and expiry; never a number. */
function PaymentMethodFacts({ method }: { method: PaymentMethod }) {
  return (
    <>
      <Icon name={method.exp_year ? 'card' : 'bank'} className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0">
        <h2 className="figures text-lg font-bold">{methodName(method)}</h2>
        <p className="wrap-anywhere text-ink-soft">{method.name}</p>
        {fundingText(method) && <p className="text-sm text-ink-soft">{fundingText(method)}</p>}
        {method.bank_name && <p className="text-sm text-ink-soft">{method.bank_name}</p>}
        <MethodExpiry method={method} />
        <p className="text-sm text-ink-soft">{method.program_group?.text ?? m.dashboard_method_general()}</p>
        {method.is_default && (
          <p className="mt-1 flex items-center gap-1.5 text-sm font-semibold text-green">
            <Icon name="tick" className="size-5" />
            <span>{m.dashboard_method_default()}</span>
          </p>
        )}
        <MethodWait method={method} />
      </div>
    </>
  );
}
