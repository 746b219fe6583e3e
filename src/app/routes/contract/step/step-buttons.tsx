import { createPortal } from 'react-dom';
import { m } from '#i18n/messages.js';
import type { Cents } from '#kit/money.ts';
import { Button } from '#app/ui/button.tsx';
import { Money } from '#app/ui/money.tsx';
import type { Step } from '#app/routes/contract/wizard/guards.ts';
import { STEP_FORM, useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import type { Elements } from '#app/ui/elements.ts';

function Previous() {
  const { step, goTo, busy } = useWizard();
  if (step === 0) return null;
  return (
    <Button look="secondary" disabled={busy !== null} onClick={() => goTo((step - 1) as Step)}>
      {m.contract_previous()}
    </Button>
  );
}

function Next() {
  const { busy } = useWizard();
  return (
    <Button type="submit" form={STEP_FORM} busy={busy !== null}>
      {busy ?? m.contract_next()}
    </Button>
  );
}

export function StepButtons() {
  return (
    <div className="mt-8 flex flex-wrap gap-3 group-has-data-step-loading/step:invisible">
      <Previous />
      <span className="hidden lg:contents">
        <Next />
      </span>
    </div>
  );
}

type BottomBarProps = { dueToday?: Cents; children: Elements };

export function BottomBar({ dueToday, children }: BottomBarProps) {
  const { barSlot } = useWizard();
  if (!barSlot) return null;
  return createPortal(
    <div className="flex items-center justify-end gap-4 border-t border-hair bg-card px-4 py-2.5">
      {dueToday !== undefined && (
        <p className="mr-auto leading-tight">
          <span className="block text-sm text-ink-soft">{m.contract_due_today()}</span>
          <Money amount={dueToday} className="text-lg font-extrabold" />
        </p>
      )}
      {children}
    </div>,
    barSlot,
  );
}

export function PayBar() {
  const { priced, step } = useWizard();
  return (
    <BottomBar dueToday={step >= 3 ? priced?.due_today_cents : undefined}>
      <Next />
    </BottomBar>
  );
}
