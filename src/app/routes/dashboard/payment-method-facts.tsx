import { m } from '#i18n/messages.js';
import type { PaymentMethod } from '#modules/billing/billing.contract.ts';
import { methodName } from '#app/parts/saved-methods.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { MethodExpiry } from './method-expiry.tsx';

/** A saved card or account as its family knows it: brand, ending, holder, expiry; never a number. */
export function PaymentMethodFacts({ method }: { method: PaymentMethod }) {
  return (
    <>
      <Icon name={method.exp_year ? 'card' : 'bank'} className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0">
        <h2 className="figures text-lg font-bold">{methodName(method)}</h2>
        <p className="break-words text-ink-soft">{method.name}</p>
        <MethodExpiry method={method} />
        <p className="text-sm text-ink-soft">{method.program_group?.text ?? m.dashboard_method_general()}</p>
        {method.is_default && (
          <p className="mt-1 flex items-center gap-1.5 text-sm font-semibold text-green">
            <Icon name="tick" className="size-5" />
            {m.dashboard_method_default()}
          </p>
        )}
      </div>
    </>
  );
}
