import { m } from '#i18n/messages.js';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';

/** An account unable to pay yet: the microdeposits, and the way to confirm them (S15). */
export function MethodWait({ method }: { method: PaymentMethod }) {
  if (method.state === 'ready') return null;
  const { arrives_on, verify_url } = method;
  const on = arrives_on?.slice(5).replace('-', '/');
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <p className="figures flex items-center gap-1.5 text-sm font-semibold text-amber">
        <Icon name="clock" className="size-5 shrink-0" />
        <span>{on ? m.dashboard_method_waits_until({ on }) : m.dashboard_method_waits()}</span>
      </p>
      {verify_url && (
        <a
          className={buttonClass('secondary', undefined, 'small')}
          href={verify_url}
          target="_blank"
          rel="noreferrer"
        >
          {m.dashboard_method_verify()}
        </a>
      )}
    </div>
  );
}
