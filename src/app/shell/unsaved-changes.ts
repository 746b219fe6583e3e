/*
 * What of this page is typed and not saved. Each form enters itself; the page is asked as a whole, because a
 * router takes one blocker only.
 */

export type UnsavedPart = {
  isChanged: boolean;
  /** being saved: what leads away now is the form's own way on */
  isSending: boolean;
  /** what would be lost, where it is not everything that was typed */
  text?: string;
};

const parts = new Set<UnsavedPart>();
const listeners = new Set<() => void>();

const unsavedParts = () => [...parts].filter(({ isChanged, isSending }) => isChanged && !isSending);

export const hasUnsavedChanges = (): boolean => unsavedParts().length > 0;

/** What would be lost, when all parts say it themselves. */
export function unsavedText(): string | undefined {
  const texts = unsavedParts().map(({ text }) => text);
  return texts.includes(undefined) ? undefined : texts[0];
}

export function onUnsavedChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells the page after each change of a part. */
export function reportUnsavedChanges(): void {
  for (const listener of listeners) listener();
}

/** Enters a part of the page; the answer takes it out again. */
export function enterUnsavedPart(part: UnsavedPart): () => void {
  parts.add(part);
  reportUnsavedChanges();
  return () => {
    parts.delete(part);
    reportUnsavedChanges();
  };
}

/** What is typed so far is saved in another way, or is given up. */
export function forgetUnsavedChanges(): void {
  for (const part of parts) part.isChanged = false;
  reportUnsavedChanges();
}

let ask: (() => Promise<boolean>) | undefined;

/** The dialog that asks; one page has one. */
export function onAskToLeave(question: () => Promise<boolean>): () => void {
  ask = question;
  return () => {
    ask = undefined;
  };
}

/** Asks before something that loads another page, such as Log Out; true when nothing would be lost. */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsavedChanges() || !ask) return true;
  const isLeaving = await ask();
  if (isLeaving) forgetUnsavedChanges();
  return isLeaving;
}
