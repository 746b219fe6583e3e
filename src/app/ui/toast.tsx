import { Toast as Base } from '@base-ui/react/toast';
import { m } from '#i18n/messages.js';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { Elements } from './elements.ts';

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      // News without an answer; the library would announce a dialog.
      role="status"
      aria-modal={undefined}
      // The frame separates the toast from the equally dark footer.
      className={classNames(
        'flex items-center gap-3 rounded-md border-2 border-bus bg-ink py-1 pr-1 pl-4',
        'text-white shadow-raised',
      )}
    >
      <Icon name="tick" className="text-bus" />
      <Base.Title className="min-w-0 flex-1 font-semibold" />
      {toast.actionProps && (
        <Base.Action
          className={classNames(
            'min-h-11 cursor-pointer rounded-md px-3 font-bold',
            'underline decoration-2 underline-offset-4',
          )}
        />
      )}
      {/* The library hides the button from screen readers until focused, and a hidden button gets no
          focus. */}
      <Base.Close
        aria-hidden={undefined}
        className="grid size-11 cursor-pointer place-items-center rounded-md"
      >
        <Icon name="cross" />
        <span className="sr-only">{m.shell_close()}</span>
      </Base.Close>
    </Base.Root>
  ));
}

export function ToastProvider({ children }: { children: Elements }) {
  return (
    <Base.Provider>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-12 z-50 grid gap-2 sm:left-auto sm:w-96">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

const TIMEOUTS_MS = { short: 5_000, long: 15_000, undo: 30_000 };

type HowLong = keyof typeof TIMEOUTS_MS;
type ToastAction = { label: string; act: () => void };

/**
 * `say(text)` shows one line, `say(text, 'long')` leaves time for sentences, and an action closes the toast.
 * The clock stops during hover and focus; Tab leads to the toast, and Escape closes the toast.
 */
export function useToast(): (text: string, howLong?: HowLong, action?: ToastAction) => void {
  const manager = Base.useToastManager();
  return (text, howLong = 'short', action) => {
    const actionProps = action && {
      children: action.label,
      onClick: () => {
        manager.close(id);
        action.act();
      },
    };
    const id = manager.add({ title: text, timeout: TIMEOUTS_MS[howLong], actionProps });
  };
}
