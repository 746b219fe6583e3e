/** Forms register here, because a router takes only one blocker per page. */

export type UnsavedPart = {
  isChanged: boolean;
  /** during a submission, navigation belongs to the form */
  isSending: boolean;
  /** the lost values, if only some typed values would be lost */
  text?: string;
};

const parts = new Set<UnsavedPart>();
const listeners = new Set<() => void>();

const unsavedParts = () => [...parts].filter(({ isChanged, isSending }) => isChanged && !isSending);

export const hasUnsavedChanges = (): boolean => unsavedParts().length > 0;

export function unsavedText(): string | undefined {
  const texts = unsavedParts().map(({ text }) => text);
  return texts.includes(undefined) ? undefined : texts[0];
}

export function onUnsavedChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function reportUnsavedChanges(): void {
  for (const listener of listeners) listener();
}

/** @returns removes the part again */
export function enterUnsavedPart(part: UnsavedPart): () => void {
  parts.add(part);
  reportUnsavedChanges();
  return () => {
    parts.delete(part);
    reportUnsavedChanges();
  };
}

export function forgetUnsavedChanges(): void {
  for (const part of parts) part.isChanged = false;
  reportUnsavedChanges();
}

let ask: (() => Promise<boolean>) | undefined;

export function onAskToLeave(question: () => Promise<boolean>): () => void {
  ask = question;
  return () => {
    ask = undefined;
  };
}

/** Asks before loading another page, such as Log Out. @returns true without unsaved changes */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsavedChanges() || !ask) return true;
  const isLeaving = await ask();
  if (isLeaving) forgetUnsavedChanges();
  return isLeaving;
}
