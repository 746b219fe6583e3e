import { useState } from 'react';
import { sentencesOf } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import type { IconName } from '#app/ui/icon.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';

type ActButtonProps = {
  label: string;
  look?: 'primary' | 'secondary';
  icon?: IconName;
  act: () => Promise<void>;
  className?: string;
};

export function ActButton({ label, look = 'secondary', icon, act, className }: ActButtonProps) {
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
      <ErrorNotice text={problem} />
      <Button look={look} icon={icon} busy={isBusy} onClick={() => void press()} className={className}>
        {label}
      </Button>
    </div>
  );
}
