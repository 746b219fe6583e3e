import { m } from '#i18n/messages.js';
import type { Cents } from '#kit/money.ts';
import { Button } from '#app/ui/button.tsx';
import { BottomBar } from './step-buttons.tsx';
import { STEP_FORM, useWizard } from './wizard-context.ts';

type CheckoutButtonsProps = { dueToday?: Cents; obstacle?: string; isWaiting: boolean };

/** Previous, and the way to sign; on a phone the amount and Checkout stand in the bar. */
export function CheckoutButtons({ dueToday, obstacle, isWaiting }: CheckoutButtonsProps) {
  const { goTo } = useWizard();
  const checkout = (
    <Button type="submit" form={STEP_FORM} disabled={isWaiting} disabledReason={obstacle}>
      {m.contract_checkout()}
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <Button look="secondary" onClick={() => goTo(3)}>
          {m.contract_previous()}
        </Button>
        <span className="hidden lg:contents">{checkout}</span>
      </div>
      <BottomBar dueToday={dueToday}>{checkout}</BottomBar>
    </>
  );
}
