import { useCallback, useEffect, useRef, useState } from 'react';
import { safeSessionStorage } from '#app/api/storage.ts';
import { readDraft, writeDraft, type Draft, type ReadDraft } from './draft.ts';

const KEY = 'contract';
const SAVE_AFTER_MS = 500;

export type DraftChange = (draft: Draft) => Draft;
export type ChangeDraft = (change: DraftChange) => void;

/** Whether this tab keeps a draft. */
export const hasDraft = (): boolean => safeSessionStorage.getItem(KEY) !== null;

/**
 * Whether the page may look at what the browser keeps: it is not the one that the server made any more. What
 * was chosen before is `early`, and changes the draft that the tab keeps.
 */
export type OwnDraft = {
  isOwn: boolean;
  early: readonly DraftChange[];
  keepEarly: (change: DraftChange) => void;
};

function firstDraft({ isOwn, early }: OwnDraft): ReadDraft {
  if (!isOwn) return readDraft(null);
  const { draft, isUnreadable } = readDraft(safeSessionStorage.getItem(KEY));
  return { draft: early.reduce((known, change) => change(known), draft), isUnreadable };
}

/** The draft of this tab: restored on load, saved half a second after each change (contracts.md §3). */
export function useDraft(own: OwnDraft) {
  const { isOwn, early, keepEarly } = own;
  const [{ draft, isUnreadable }, setState] = useState(() => firstDraft(own));
  const latest = useRef(draft);
  const isUnsaved = useRef(isOwn && early.length > 0);
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
      if (!isOwn && apply(latest.current) !== latest.current) keepEarly(apply);
      setState((state) => {
        const next = apply(state.draft);
        if (next === state.draft) return state;
        isUnsaved.current = true;
        return { ...state, draft: next };
      });
    },
    [isOwn, keepEarly],
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
