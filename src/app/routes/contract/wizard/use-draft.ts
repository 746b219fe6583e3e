import { useCallback, useEffect, useRef, useState } from 'react';
import { safeSessionStorage } from '#app/api/storage.ts';
import { readDraft, writeDraft, type Draft } from './draft.ts';

const KEY = 'contract';
const SAVE_AFTER_MS = 500;

export type ChangeDraft = (change: (draft: Draft) => Draft) => void;

/** The draft of this tab: restored on load, saved half a second after each change (contracts.md §3). */
export function useDraft() {
  const [{ draft, isUnreadable }, setState] = useState(() => readDraft(safeSessionStorage.getItem(KEY)));
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
  const change: ChangeDraft = useCallback((apply) => {
    setState((state) => {
      const next = apply(state.draft);
      if (next === state.draft) return state;
      isUnsaved.current = true;
      return { ...state, draft: next };
    });
  }, []);
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
    if (!isUnsaved.current) return undefined;
    const timer = window.setTimeout(saveNow, SAVE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [draft, saveNow]);
  // Leaving the page within the half second must not lose the last change.
  useEffect(() => {
    const saveLast = () => {
      if (isUnsaved.current) saveNow();
    };
    window.addEventListener('pagehide', saveLast);
    return () => {
      window.removeEventListener('pagehide', saveLast);
      saveLast();
    };
  }, [saveNow]);
  return { draft, isUnreadable, change, saveNow, startAnew, forget };
}
