import { useCallback, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#i18n/messages.js';
import { reloadPage } from '#app/auth/session-state.ts';
import { Button } from '#app/ui/button.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { Notice } from '#app/ui/notice.tsx';
import { PartMissing } from './load-route-module.ts';
import { hasUnsavedChanges } from './unsaved-changes.ts';

export type LatePart<Part> = {
  here: Part | undefined;
  /** @throws PartMissing; the next call asks again */
  load: () => Promise<Part>;
};

/**
 * Code loaded on demand; React's `lazy` would remember a failure for good.
 *
 *     const jobForm = latePart(async () => (await import('./job-form.tsx')).JobForm);
 */
export function latePart<Part>(load: () => Promise<Part>): LatePart<Part> {
  const part: LatePart<Part> = {
    here: undefined,
    load: async () => (part.here ??= await load()),
  };
  return part;
}

/** `old`: another version of the portal is running, so only a reload helps. */
type Failure = 'unreached' | 'old';

export type Loading<Part> = { here: Part | undefined; failure?: Failure; load: () => Promise<void> };

/** Redraws the component after the part has loaded or failed. */
export function useLatePart<Part>(part: LatePart<Part>, isNeeded = true): Loading<Part> {
  const [failure, setFailure] = useState<Failure>();
  const [, setHere] = useState(part.here !== undefined);
  const load = useCallback(async () => {
    try {
      await part.load();
      setFailure(undefined);
      setHere(true);
    } catch (error) {
      console.error(error);
      setFailure(error instanceof PartMissing && !error.isOld ? 'unreached' : 'old');
    }
  }, [part]);
  useEffect(() => {
    if (isNeeded && part.here === undefined) void load();
  }, [isNeeded, load, part]);
  return { here: part.here, failure, load };
}

/** After one reload without the part, people decide. */
function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

type FailedProps = {
  failure: Failure;
  load: () => Promise<void>;
  otherWay?: Elements;
};

function FailedPart({ failure, load, otherWay }: FailedProps) {
  const [isBusy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    await load();
    setBusy(false);
  };
  return (
    <Notice tone="warning" role="alert">
      <p>{failure === 'old' ? m.shell_part_old() : m.shell_part_missing()}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        {failure === 'old' ? (
          <Button look="secondary" onClick={() => location.reload()}>
            {m.shell_reload()}
          </Button>
        ) : (
          <Button look="secondary" busy={isBusy} onClick={() => void tryAgain()}>
            {m.shell_try_again()}
          </Button>
        )}
        {otherWay}
      </p>
    </Notice>
  );
}

export function MissingPart(props: FailedProps) {
  const { failure } = props;
  useEffect(() => {
    if (failure === 'old' && !hasUnsavedChanges() && !wasReloaded()) reloadPage();
  }, [failure]);
  return <FailedPart {...props} />;
}

/**
 * The browser's own dialog blocks a page or dialog below. The dialog stands in the body, because a dialog
 * below hides the application from screen readers.
 */
function MissingDialog({ title, ...props }: FailedProps & { title: string }) {
  const titleId = useId();
  const open = useCallback((dialog: HTMLDialogElement | null) => dialog?.showModal(), []);
  return createPortal(
    <dialog
      ref={open}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      className="m-auto max-w-form rounded-md bg-card p-5 shadow-raised backdrop:bg-ink/60"
    >
      <h2 id={titleId} className="mb-4 text-xl font-bold">
        {title}
      </h2>
      <FailedPart {...props} />
    </dialog>,
    document.body,
  );
}

type LateProps<Part> = {
  part: LatePart<Part>;
  children: (part: Part) => Elements;
  waiting?: Elements;
  dialog?: string;
  otherWay?: Elements;
};

export function Late<Part>({ part, children, waiting = null, dialog, otherWay }: LateProps<Part>) {
  const { here, failure, load } = useLatePart(part);
  if (here !== undefined) return children(here) satisfies Elements;
  if (!failure) return waiting satisfies Elements;
  const failed = { failure, load, otherWay };
  return dialog === undefined ? <MissingPart {...failed} /> : <MissingDialog title={dialog} {...failed} />;
}

type LateDialogProps<Part> = Pick<LateProps<Part>, 'part' | 'children'> & {
  title: string;
  onClose: () => void;
};

/** A dialog loaded when it is opened; without its code, a dialog of the same title says so. */
export function LateDialog<Part>({ title, onClose, ...props }: LateDialogProps<Part>) {
  const close = (
    <Button look="secondary" onClick={onClose}>
      {m.shell_close()}
    </Button>
  );
  return <Late {...props} dialog={title} otherWay={close} />;
}
