import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  dueToday: Cents;
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The last question before money moves. */
export function ConfirmDialog({ isOpen, dueToday, name, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onCancel}
      title={m.contract_confirm_title()}
      description={
        dueToday > 0
          ? m.contract_confirm_text({ amount: formatMoney(dueToday), name })
          : m.contract_confirm_free({ name })
      }
      actions={
        <>
          <Button onClick={onConfirm}>{m.contract_confirm()}</Button>
          <Button look="secondary" onClick={onCancel}>
            {m.contract_cancel()}
          </Button>
        </>
      }
    />
  );
}

/** Covers the page while the order is under way; it can't be closed. */
export function ProcessingOverlay({ isOpen }: { isOpen: boolean }) {
  return (
    <Dialog
      open={isOpen}
      title={
        <span className="flex items-center gap-3" role="status">
          <span className="spinner size-6" aria-hidden="true" />
          {m.contract_processing()}
        </span>
      }
      description={m.contract_processing_note()}
    />
  );
}
