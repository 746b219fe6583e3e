import { useCallback, useEffect, useRef, useState } from 'react';
import { safeSessionStorage } from '#app/api/storage.ts';
import { readDraft, writeDraft, type Draft, type ReadDraft } from './draft.ts';
import { acceptAnew } from './transitions.ts';

const KEY = 'contract';
const SAVE_AFTER_MS = 500;

export type DraftChange = (draft: Draft) => Draft;
export type ChangeDraft = (change: DraftChange) => void;

type Kept = ReadDraft & {
  /** what was changed before the page could look at the draft that the tab keeps */
  early: readonly DraftChange[];
};

function beginning(isOwn: boolean): Kept {
  return { ...readDraft(isOwn ? safeSessionStorage.getItem(KEY) : null), early: [] };
}

/**
 * The draft that the tab keeps, changed by what was chosen before it was read. The page that the server made
 * shows the contract: it is accepted by who has accepted it on this page, and not by an earlier visit.
 */
function restore({ early }: Kept): Kept {
  const kept = beginning(true);
  const draft = acceptAnew(kept.draft);
  return { ...kept, draft: early.reduce((known, change) => change(known), draft) };
}

/**
 * The draft of this tab: restored on load, saved half a second after each change (contracts.md §3).
 * @param isOwn  the page may look at what the browser keeps: it is not the one that the server made any more
 */
export function useDraft(isOwn: boolean) {
  const [{ draft, isUnreadable }, setState] = useState(() => beginning(isOwn));
  const [wasOwn, setWasOwn] = useState(isOwn);
  if (isOwn && !wasOwn) {
    setWasOwn(true);
    setState(restore);
  }
  const latest = useRef(draft);
  const isUnsaved = useRef(false);
  const isForgotten = useRef(false);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  const saveNow = useCallback(() => {
    // A save that was already on its way must not bring back the draft of a placed order.
    if (isForgotten.current) return;
    isUnsaved.current = false;
    safeSessionStorage.setItem(KEY, writeDraft(latest.current));
  }, []);
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
    // The damaged text goes; what has been filled in since it was met stays.
    saveNow();
    setState((state) => ({ ...state, isUnreadable: false }));
  }, [saveNow]);
  // The page keeps what it shows until it is left; an emptied draft would be sent back to step 0 before that.
  const forget = useCallback(() => {
    isForgotten.current = true;
    safeSessionStorage.removeItem(KEY);
  }, []);

  useEffect(() => {
    if (!isUnsaved.current || !isOwn) return undefined;
    const timer = window.setTimeout(saveNow, SAVE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [draft, isOwn, saveNow]);
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
  }, [isOwn, saveNow]);
  return { draft, isUnreadable, change, saveNow, startAnew, forget };
}
