import { useCallback, useEffect, useRef, useState } from 'react';
import { safeSessionStorage } from '#app/api/storage.ts';
import { readDraft, writeDraft, type Draft, type ReadDraft } from './draft.ts';

const KEY = 'contract';
const SAVE_AFTER_MS = 500;

export type ChangeDraft = (change: (draft: Draft) => Draft) => void;

/** Whether this tab keeps a draft. */
export const hasDraft = (): boolean => safeSessionStorage.getItem(KEY) !== null;

/**
 * The page is not the one that the server made any more: it may look at what the browser keeps. `early` is
 * what was chosen before, for a tab that keeps nothing.
 */
export type OwnDraft = { isOwn: boolean; early: Draft | null; keepEarly: (draft: Draft) => void };

function firstDraft({ isOwn, early }: OwnDraft): ReadDraft {
  const kept = isOwn ? safeSessionStorage.getItem(KEY) : null;
  return kept === null && early ? { draft: early, isUnreadable: false } : readDraft(kept);
}

/** The draft of this tab: restored on load, saved half a second after each change (contracts.md §3). */
export function useDraft(own: OwnDraft) {
  const { isOwn, early, keepEarly } = own;
  const [{ draft, isUnreadable }, setState] = useState(() => firstDraft(own));
  const first = useRef(draft);
  const latest = useRef(draft);
  const isUnsaved = useRef(isOwn && early !== null);
  const isForgotten = useRef(false);
  useEffect(() => {
    latest.current = draft;
    if (!isOwn && draft !== first.current) keepEarly(draft);
  }, [draft, isOwn, keepEarly]);

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
