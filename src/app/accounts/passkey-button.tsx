import { useState } from 'react';
import { sentencesOf } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

type PasskeyButtonProps = { label: string; act: () => Promise<void>; className?: string };

/** Opens the browser's own dialog for a passkey, and says what went wrong. */
export function PasskeyButton({ label, act, className }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-3">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Button look="secondary" busy={isBusy} onClick={() => void press()} className={className}>
        {label}
      </Button>
    </div>
  );
}
