import { useCallback, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '#i18n/messages.js';
import { reloadPage } from '#app/auth/session-state.ts';
import { Button } from '#app/ui/button.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { Notice } from '#app/ui/notice.tsx';
import { PartMissing } from './load-route-module.ts';
import { hasUnsavedChanges } from './unsaved-changes.ts';

/** Code that a page downloads once the code is needed. */
export type LatePart<Part> = {
  here: Part | undefined;
  /** @throws PartMissing; the next call asks again */
  load: () => Promise<Part>;
};

/**
 * Declares code that comes late; React's `lazy` would remember a failure for good.
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

/** `old`: another version of the portal is running by now, so only the page as a whole can come anew. */
type Failure = 'unreached' | 'old';

export type Loading<Part> = { here: Part | undefined; failure?: Failure; load: () => Promise<void> };

/** Loads a part once `isNeeded`, and draws the component anew when the part is here or has failed. */
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

/** One reload is enough: if the part is still missing after it, people decide. */
function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

type FailedProps = {
  failure: Failure;
  load: () => Promise<void>;
  /** another way on, beside trying again */
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

/** In the place of a part: what has happened, and how to ask again. The rest of the page stays. */
export function MissingPart(props: FailedProps) {
  const { failure } = props;
  useEffect(() => {
    if (failure === 'old' && !hasUnsavedChanges() && !wasReloaded()) reloadPage();
  }, [failure]);
  return <FailedPart {...props} />;
}

/**
 * The same for a dialog, by the browser's own one: a page or dialog below can't be used meanwhile either. It
 * stands in the body, as a dialog below hides the application from screen readers.
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
  /** stands there until the part is here */
  waiting?: Elements;
  /** the title of a dialog, where the part is one */
  dialog?: string;
  otherWay?: Elements;
};

/** Loads a part and draws the part once its code is here; until then `waiting`, or the failure. */
export function Late<Part>({ part, children, waiting = null, dialog, otherWay }: LateProps<Part>) {
  const { here, failure, load } = useLatePart(part);
  if (here !== undefined) return children(here) satisfies Elements;
  if (!failure) return waiting satisfies Elements;
  const failed = { failure, load, otherWay };
  return dialog === undefined ? <MissingPart {...failed} /> : <MissingDialog title={dialog} {...failed} />;
}
