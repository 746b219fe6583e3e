import { useId, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Size = 'regular' | 'small';
type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Record<Look, string> = {
  primary: 'border-ink bg-ink text-white hover:bg-ink-lifted hover:border-ink-lifted',
  secondary: 'border-ink bg-card text-ink hover:bg-sunk',
  quiet: 'border-transparent text-ink underline decoration-2 underline-offset-4 hover:bg-sunk',
  danger: 'border-red bg-card text-red hover:bg-red-wash',
};

export function buttonClass(look: Look = 'primary', className?: string, size: Size = 'regular'): string {
  return classNames(
    'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2',
    'rounded-md border-2 text-center font-bold',
    size === 'regular' ? 'px-5 py-2' : 'px-3.5 py-1 text-sm',
    'transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    looks[look],
    className,
  );
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  look?: Look;
  size?: Size;
  icon?: IconName;
  /** work is in progress: the button stays in place, announces the work, and ignores clicks */
  busy?: boolean;
  disabled?: boolean;
  /** really disabled, for sent forms (accounts.md §4) */
  isShut?: boolean;
  disabledReason?: ReactNode;
};

/** Stays reachable by keyboard when disabled, because screen readers announce the reason. */
export function Button({
  look,
  size,
  icon,
  busy,
  disabled,
  isShut,
  disabledReason,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const isOff = busy || disabled || isShut || Boolean(disabledReason);
  const button = (
    <button
      type="button"
      {...rest}
      disabled={isShut}
      className={buttonClass(look, className, size)}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <span className="spinner size-5" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span className="contents">{children}</span>
    </button>
  );
  if (!disabledReason) return button;
  return (
    <span className="inline-flex flex-col gap-1">
      {button}
      <span id={reasonId} className="text-sm text-ink-soft">
        {disabledReason}
      </span>
    </span>
  );
}

type FoldButtonProps = Omit<ButtonProps, 'icon' | 'onClick'> & {
  isOpen: boolean;
  /** the id of the part that opens */
  controls?: string;
  onPress: () => void;
};

/** Opens and folds a part of the page. */
export function FoldButton({ isOpen, controls, onPress, ...rest }: FoldButtonProps) {
  return (
    <Button
      {...rest}
      icon={isOpen ? 'down' : 'right'}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
    />
  );
}

type LinkButtonProps = LinkProps & { look?: Look; size?: Size; icon?: IconName };

export function LinkButton({ look, size, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass(look, className, size)}>
      {icon && <Icon name={icon} />}
      <span className="contents">{children}</span>
    </Link>
  );
}
