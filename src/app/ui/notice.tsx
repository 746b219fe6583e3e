import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'info' | 'success' | 'warning' | 'danger';

const tones: Record<Tone, { frame: string; mark: string; icon: IconName }> = {
  info: { frame: 'border-bus bg-bus-wash', mark: 'text-ink', icon: 'info' },
  success: { frame: 'border-green bg-green-wash', mark: 'text-green', icon: 'tick' },
  warning: { frame: 'border-amber bg-amber-wash', mark: 'text-amber', icon: 'alert' },
  danger: { frame: 'border-red bg-red-wash', mark: 'text-red', icon: 'alert' },
};

type NoticeProps = {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  onDismiss?: () => void;
  dismissLabel?: string;
  /** `alert` interrupts a screen reader, `status` waits, nothing is silent */
  role?: 'alert' | 'status';
  className?: string;
};

/** The icon and the title carry the meaning, because color alone is not enough. */
export function Notice({
  tone = 'info',
  title,
  children,
  onDismiss,
  dismissLabel,
  role,
  className,
}: NoticeProps) {
  const { frame, mark, icon } = tones[tone];
  return (
    <div role={role} className={classNames('flex gap-3 rounded-r-md border-l-4 px-4 py-3', frame, className)}>
      <Icon name={icon} className={classNames('mt-0.5', mark)} />
      <div className="min-w-0 flex-1">
        {title && <p className={classNames('font-bold', mark)}>{title}</p>}
        {children && <div className="wrap-anywhere text-ink">{children}</div>}
      </div>
      {onDismiss && (
        <button
          type="button"
          onClick={onDismiss}
          className="-my-2 -mr-3 grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-ink"
        >
          <Icon name="cross" />
          <span className="sr-only">{dismissLabel}</span>
        </button>
      )}
    </div>
  );
}

type ErrorNoticeProps = { text: string | false | null | undefined; className?: string };

export function ErrorNotice({ text, className }: ErrorNoticeProps) {
  if (!text) return null;
  return (
    <Notice tone="danger" role="alert" className={className}>
      {text}
    </Notice>
  );
}
