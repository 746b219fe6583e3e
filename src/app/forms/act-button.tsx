import { useAct } from './use-act.ts';
import { Button } from '#app/ui/button.tsx';
import type { IconName } from '#app/ui/icon.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';

type ActButtonProps = {
  label: string;
  look?: 'primary' | 'secondary';
  icon?: IconName;
  size?: 'small';
  /** the label with its object, where several buttons have the label */
  name?: string;
  act: () => Promise<void>;
  className?: string;
};

export function ActButton({ label, look = 'secondary', icon, size, name, act, className }: ActButtonProps) {
  const { isBusy, problem, act: press } = useAct();
  return (
    <div className="grid gap-3">
      <ErrorNotice text={problem} />
      <Button
        {...{ look, icon, size, className }}
        aria-label={name}
        busy={isBusy}
        onClick={() => void press(act)}
      >
        {label}
      </Button>
    </div>
  );
}
