import { useEffect } from 'react';
import { enterUnsavedPart } from '#app/shell/unsaved-changes.ts';

/**
 * Asks before leaving a page with unsaved content outside of a form (MA11, OF0.8).
 * @param text  what would be lost, if only that would be lost
 */
export function useAskBeforeLeaving(isUnsaved: boolean, text?: string): void {
  useEffect(
    () => (isUnsaved ? enterUnsavedPart({ isChanged: true, isSending: false, text }) : undefined),
    [isUnsaved, text],
  );
}
