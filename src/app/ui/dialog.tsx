import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { m } from '#i18n/messages.js';
import { classNames } from './class-names.ts';
import { useFocusAfterRemoval } from './focus-after-removal.ts';
import { Icon } from './icon.tsx';

type DialogProps = {
  open: boolean;
  /** called with Escape, a click outside, or the cross; without `onClose` the dialog cannot be closed */
  onClose?: () => void;
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** side stands at the right edge of the window, and is a page on a phone */
  size?: 'narrow' | 'wide' | 'side';
  isOnTop?: boolean;
  /** what has the focus first, also on a phone; the first control otherwise */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
};

// A double click takes up to half a second; the second click must not close the opened dialog.
const DOUBLE_CLICK_MS = 500;

/** True for a press within a double click of the opening, even if a busy page handles the press late. */
function useJustOpened(isOpen: boolean): (press: Event) => boolean {
  const openedAt = useRef(0);
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now();
  }, [isOpen]);
  return (press) => press.timeStamp - openedAt.current < DOUBLE_CLICK_MS;
}

const CENTERED = classNames(
  'inset-x-0 bottom-0 max-h-[92svh] rounded-t-md sm:inset-auto sm:top-1/2 sm:left-1/2',
  'sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-md',
);

const PLACES = {
  narrow: classNames(CENTERED, 'sm:max-w-lg'),
  wide: classNames(CENTERED, 'sm:max-w-form'),
  side: 'inset-0 sm:left-auto sm:w-full sm:max-w-form',
};

function DialogHead({ title, isClosable }: { title: ReactNode; isClosable: boolean }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <Base.Title className="text-xl font-bold">{title}</Base.Title>
      {isClosable && (
        <Base.Close
          className={classNames(
            '-mt-2 -mr-2 grid size-11 shrink-0',
            'cursor-pointer place-items-center rounded-md',
          )}
        >
          <Icon name="cross" />
          <span className="sr-only">{m.shell_close()}</span>
        </Base.Close>
      )}
    </div>
  );
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  actions,
  size = 'narrow',
  isOnTop = false,
  initialFocus,
  children,
}: DialogProps) {
  const hasJustOpened = useJustOpened(open);
  useFocusAfterRemoval(open);
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { reason, event }) => {
        if (!isOpen && !(reason === 'outside-press' && hasJustOpened(event))) onClose?.();
      }}
      disablePointerDismissal={!onClose}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className={classNames('fixed inset-0 bg-ink/60', isOnTop ? 'z-60' : 'z-50')}
        />
        <Base.Popup
          initialFocus={initialFocus}
          className={classNames(
            'fixed flex flex-col overflow-y-auto bg-card p-5 shadow-raised sm:p-6',
            isOnTop ? 'z-70' : 'z-50',
            PLACES[size],
          )}
        >
          <DialogHead title={title} isClosable={onClose !== undefined} />
          {description && <Base.Description className="mt-2 text-ink-soft">{description}</Base.Description>}
          {children && <div className="mt-4">{children}</div>}
          {actions && <div className="mt-6 flex flex-col gap-3 sm:flex-row">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
