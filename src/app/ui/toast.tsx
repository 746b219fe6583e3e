import { Toast as Base } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      // The frame sets it off from the footer, which is as dark.
      className={classNames(
        'flex items-center gap-3 rounded-md border-2 border-bus bg-ink py-1 pr-1 pl-4',
        'text-white shadow-raised',
      )}
    >
      <Icon name="tick" className="text-bus" />
      <Base.Title className="min-w-0 flex-1 font-semibold" />
      <Base.Close className="grid size-11 cursor-pointer place-items-center rounded-md">
        <Icon name="cross" />
        <span className="sr-only">{m.shell_close()}</span>
      </Base.Close>
    </Base.Root>
  ));
}

/** Shows passing news; what a person must act on belongs in a Notice. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={5000}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-4 bottom-12 z-50 grid gap-2 sm:left-auto sm:w-96">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** `say(text)` shows one line of passing news. */
export function useToast(): (text: string) => void {
  const manager = Base.useToastManager();
  return (text) => void manager.add({ title: text });
}
