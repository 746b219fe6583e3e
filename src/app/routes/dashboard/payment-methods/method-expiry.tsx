import { m } from '#i18n/messages.js';
import { addDays } from '#kit/plain-date.ts';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { isExpired } from '#modules/billing/methods/offered-methods.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';

// The same days as for the email (PM).
const SOON_DAYS = 30;

/** By the company's day (C3). */
export function useExpiry(method: PaymentMethod): 'expired' | 'soon' | 'good' {
  const today = useItems(readServerInfo, {}).data?.[0]?.date;
  if (!today) return 'good';
  if (isExpired(method, today)) return 'expired';
  return isExpired(method, addDays(today, SOON_DAYS)) ? 'soon' : 'good';
}

export function MethodExpiry({
  method,
  isWarningOnly = false,
}: {
  method: PaymentMethod;
  isWarningOnly?: boolean;
}) {
  const state = useExpiry(method);
  const { exp_month, exp_year } = method;
  if (!exp_month || !exp_year) return null;
  const on = { month: String(exp_month).padStart(2, '0'), year: exp_year };
  if (state === 'good' && isWarningOnly) return null;
  if (state === 'good')
    return <p className="figures text-sm text-ink-soft">{m.dashboard_method_expires(on)}</p>;
  const text = state === 'expired' ? m.dashboard_method_expired(on) : m.dashboard_method_expires_soon(on);
  return (
    <p
      className={classNames(
        'figures flex items-center gap-1.5 text-sm font-semibold',
        state === 'expired' ? 'text-red' : 'text-amber',
      )}
    >
      <Icon name="alert" className="size-5 shrink-0" />
      <span>{text}</span>
    </p>
  );
}
