import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { standAroundCalls } from '#app/api/client.ts';
import { memoryStorage, type SafeStorage } from '#app/api/storage.ts';
import { currentSession, type Session } from '#app/auth/session-state.ts';
import { emptyDraft, writeDraft } from '#app/routes/contract/wizard/draft.ts';
import { chooseProgram, takeStudent } from '#app/routes/contract/wizard/transitions.ts';
import { DRAFT_KEY } from '#app/routes/contract/wizard/use-draft.ts';
import { makeClient } from '#app/shell/page-data.tsx';
import type { Preview } from '#kit/endpoint/preview-headers.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { madeUpChild, madeUpFamily, madeUpParent } from './made-up-family.ts';
import { previewCalls } from './preview-calls.ts';
import type { PreviewOptions } from './preview-options.tsx';
import { PreviewPages, previewRouter, type PreviewRouter } from './preview-pages.tsx';

/** What stays while the day and the options change: the place of the family in the pages, and its draft. */
type Visit = { router: PreviewRouter; storage: SafeStorage };

type PreviewPortalProps = {
  preview: Pick<Preview, 'season_id' | 'on'>;
  school: { id: number; path: string };
  program: number | undefined;
  options: PreviewOptions;
};

/** The wizard begins with the made-up child, and perhaps a program; the draft is kept in memory alone. */
function beginningDraft(on: PlainDate, program: number | undefined): SafeStorage {
  const draft = takeStudent(emptyDraft(), madeUpChild(on));
  const storage = memoryStorage();
  storage.setItem(DRAFT_KEY, writeDraft(program === undefined ? draft : chooseProgram(draft, program)));
  return storage;
}

function sessionOf({ staffTerms }: PreviewOptions): Session {
  const own = currentSession();
  const user = own.user && madeUpParent(own.user, staffTerms ? own.user.roles : []);
  return { ...own, user, isReady: true, isImpersonating: false };
}

function open(
  box: HTMLElement,
  { router, storage }: Visit,
  { preview, school, options }: PreviewPortalProps,
) {
  const session = sessionOf(options);
  const family = madeUpFamily({
    on: preview.on,
    options: session.options,
    aid: options.aid,
    siblingAt: options.hasSecondChild ? { program_group_id: school.id, period_id: preview.season_id } : null,
  });
  const as = options.staffTerms ? 'staff' : 'parent';
  const queries = makeClient([]);
  const endCalls = standAroundCalls(
    previewCalls({ preview: { ...preview, as, is_open: options.isOpen }, family, isFull: options.isFull }),
  );
  const root = createRoot(box);
  root.render(<PreviewPages {...{ router, session, storage, queries }} />);
  return () => {
    // Pages that are left still make calls, as to give a seat back.
    root.unmount();
    void queries.cancelQueries();
    queries.clear();
    endCalls();
  };
}

/**
 * The pages of a parent in a root of their own: their router, session and reads are not those of the office
 * (decision 179). A new day or option begins a new root, at the same page and with the same draft.
 */
export function PreviewPortal(props: PreviewPortalProps) {
  const { preview, school, program, options } = props;
  const { season_id, on } = preview;
  const box = useRef<HTMLDivElement>(null);
  const [visit] = useState((): Visit => ({
    router: previewRouter(school.path, program),
    storage: beginningDraft(on, program),
  }));
  const openPages = useEffectEvent((within: HTMLElement) => open(within, visit, props));
  useEffect(() => {
    const within = box.current!.appendChild(document.createElement('div'));
    let close: (() => void) | undefined;
    // React may not end or begin a root while another one renders; the old one ends first.
    const begin = window.setTimeout(() => {
      close = openPages(within);
    });
    return () => {
      window.clearTimeout(begin);
      window.setTimeout(() => {
        close?.();
        within.remove();
      });
    };
  }, [season_id, on, options]);
  return <div ref={box} className="min-h-svh" />;
}
