import { m } from '#i18n/messages.js';
import type { PaymentMethod } from '#modules/billing/billing.contract.ts';
import { methodName } from '../../parts/saved-methods.tsx';
import { Icon } from '../../ui/icon.tsx';

/** A saved card or account as its family knows it: brand, ending, holder, expiry; never a number. */
export function PaymentMethodFacts({ method }: { method: PaymentMethod }) {
  return (
    <>
      <Icon name={method.exp_year ? 'card' : 'bank'} className="mt-0.5 size-6" />
      <div className="min-w-0">
        <p className="figures font-bold">{methodName(method)}</p>
        <p className="text-ink-soft">{method.name}</p>
        {method.exp_year && method.exp_month && (
          <p className="figures text-sm text-ink-soft">
            {m.dashboard_method_expires({ month: String(method.exp_month).padStart(2, '0'), year: method.exp_year })}
          </p>
        )}
        <p className="text-sm text-ink-soft">{method.program_group?.text ?? m.dashboard_method_general()}</p>
        {method.is_default && <p className="mt-1 text-sm font-semibold">{m.dashboard_method_default()}</p>}
      </div>
    </>
  );
}
