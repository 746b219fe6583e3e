import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { PayProblem } from './use-pay.ts';

export type Pressed = { busy: boolean; problem: PayProblem | undefined };

type PayButtonProps = Pressed & { total_cents: Cents; onClick?: () => void };

export function PayButton({ total_cents, busy, problem, onClick }: PayButtonProps) {
  // Only the parent may pay, not impersonating staff (U); the server refuses staff too.
  const notOurs = useAuth().isImpersonating ? m.contract_pay_impersonated() : undefined;
  return (
    <div className="grid gap-2 sm:justify-items-start">
      {problem && (
        <Notice tone={problem.tone} role="alert" className="mb-2 w-full">
          {problem.text}
        </Notice>
      )}
      <Button
        type={onClick ? 'button' : 'submit'}
        className="w-full sm:w-auto"
        busy={busy}
        disabledReason={notOurs}
        onClick={onClick}
      >
        {m.contract_pay_button({ total: formatMoney(total_cents) })}
      </Button>
      <p className="text-sm text-ink-soft">{m.contract_pay_once()}</p>
    </div>
  );
}
