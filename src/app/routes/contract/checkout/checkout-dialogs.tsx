import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  dueToday: Cents;
  name: string;
  /** later charges, unless paid by today's method together with a charge today */
  later: readonly string[];
  onConfirm: () => void;
  onCancel: () => void;
};

// On a phone the dialog rises under the finger; the second tap of a double tap must not confirm.
const READABLE_AFTER_MS = 500;

function useReadable(isOpen: boolean): boolean {
  const [isReadable, setReadable] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = window.setTimeout(() => setReadable(true), READABLE_AFTER_MS);
    return () => {
      window.clearTimeout(timer);
      setReadable(false);
    };
  }, [isOpen]);
  return isReadable;
}

export function ConfirmDialog({ isOpen, dueToday, name, later, onConfirm, onCancel }: ConfirmDialogProps) {
  const isReadable = useReadable(isOpen);
  return (
    <Dialog
      open={isOpen}
      onClose={onCancel}
      title={m.contract_confirm_title()}
      description={
        dueToday > 0
          ? [m.contract_confirm_text({ amount: formatMoney(dueToday), name }), ...later].join(' ')
          : later.length > 0
            ? [m.contract_confirm_later({ name }), ...later].join(' ')
            : m.contract_confirm_free({ name })
      }
      actions={
        <>
          <Button disabled={!isReadable} onClick={onConfirm}>
            {m.contract_confirm()}
          </Button>
          <Button look="secondary" onClick={onCancel}>
            {m.contract_cancel()}
          </Button>
        </>
      }
    />
  );
}

export function WaitingDialog({ isOpen, title, note }: { isOpen: boolean; title: string; note: string }) {
  return (
    <Dialog
      open={isOpen}
      title={
        <span className="flex items-center gap-3" role="status">
          <span className="spinner size-6 shrink-0" aria-hidden="true" />
          <span>{title}</span>
        </span>
      }
      description={note}
    />
  );
}
