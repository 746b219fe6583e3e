import { createContext, useCallback, useContext, useEffect, useRef, useState, type RefObject } from 'react';
import { safeSessionStorage, type SafeStorage } from '#app/api/storage.ts';
import { readDraft, writeDraft, type Draft, type ReadDraft } from './draft.ts';
import { acceptAnew } from './transitions.ts';

export const DRAFT_KEY = 'contract';
const SAVE_AFTER_MS = 500;

export type DraftChange = (draft: Draft) => Draft;
export type ChangeDraft = (change: DraftChange) => void;

type Kept = ReadDraft & {
  /** changes made before the page may read the stored draft of the tab */
  early: readonly DraftChange[];
};

/** Where the draft is kept: the storage of the tab, and for a preview none that lasts (SE7.3). */
export const DraftStorage = createContext<SafeStorage>(safeSessionStorage);

function beginning(storage: SafeStorage | undefined): Kept {
  return { ...readDraft(storage?.getItem(DRAFT_KEY) ?? null), early: [] };
}

/**
 * The stored draft with the early changes. The server's page shows the contract, and only an acceptance on
 * this page counts.
 */
function restore({ early }: Kept, storage: SafeStorage): Kept {
  const kept = beginning(storage);
  const draft = acceptAnew(kept.draft);
  return { ...kept, draft: early.reduce((known, change) => change(known), draft) };
}

type AutoSave = { draft: Draft; isOwn: boolean; isUnsaved: RefObject<boolean>; saveNow: () => void };

function useAutoSave({ draft, isOwn, isUnsaved, saveNow }: AutoSave): void {
  useEffect(() => {
    if (!isUnsaved.current || !isOwn) return undefined;
    const timer = window.setTimeout(saveNow, SAVE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [draft, isOwn, isUnsaved, saveNow]);
  // Leaving the page within the half second must not lose the last change.
  useEffect(() => {
    if (!isOwn) return undefined;
    const saveLast = () => {
      if (isUnsaved.current) saveNow();
    };
    window.addEventListener('pagehide', saveLast);
    return () => {
      window.removeEventListener('pagehide', saveLast);
      saveLast();
    };
  }, [isOwn, isUnsaved, saveNow]);
}

/**
 * Restored on load, saved half a second after each change (contracts.md §3).
 * @param isOwn  true after hydration, when the page may read the browser's storage
 */
export function useDraft(isOwn: boolean) {
  const storage = useContext(DraftStorage);
  const [{ draft, isUnreadable }, setState] = useState(() => beginning(isOwn ? storage : undefined));
  const [wasOwn, setWasOwn] = useState(isOwn);
  if (isOwn && !wasOwn) {
    setWasOwn(true);
    setState((state) => restore(state, storage));
  }
  const latest = useRef(draft);
  const isUnsaved = useRef(false);
  const isForgotten = useRef(false);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  const saveNow = useCallback(() => {
    // A late save must not restore the draft of a placed order.
    if (isForgotten.current) return;
    isUnsaved.current = false;
    storage.setItem(DRAFT_KEY, writeDraft(latest.current));
  }, [storage]);
  const change: ChangeDraft = useCallback(
    (apply) => {
      setState((state) => {
        const next = apply(state.draft);
        if (next === state.draft) return state;
        isUnsaved.current = true;
        return { ...state, draft: next, early: isOwn ? state.early : [...state.early, apply] };
      });
    },
    [isOwn],
  );
  const startAnew = useCallback(() => {
    // The damaged text is overwritten; later changes stay.
    saveNow();
    setState((state) => ({ ...state, isUnreadable: false }));
  }, [saveNow]);
  // The page keeps the draft on the screen: an empty draft would lead back to step 0 before the page is left.
  const forget = useCallback(() => {
    isForgotten.current = true;
    storage.removeItem(DRAFT_KEY);
  }, [storage]);

  useAutoSave({ draft, isOwn, isUnsaved, saveNow });
  return { draft, isUnreadable, change, saveNow, startAnew, forget };
}
