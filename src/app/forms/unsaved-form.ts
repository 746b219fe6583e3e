import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { enterUnsavedPart, reportUnsavedChanges, type UnsavedPart } from '#app/shell/unsaved-changes.ts';

type Content = ReadonlyMap<string, unknown>;

const isNothing = (value: unknown) => value === undefined || value === '' || value === false;

export function contentOf(values: unknown, path = '', found = new Map<string, unknown>()): Content {
  if (values === null || isNothing(values)) return found;
  if (typeof values !== 'object' || values instanceof Blob) {
    found.set(path, values instanceof Blob ? values : String(values));
    return found;
  }
  // Arrays and FileLists have numbered entries; a FileList has methods too.
  const entries = 'length' in values ? Array.from(values as ArrayLike<unknown>).entries() : undefined;
  for (const [name, value] of entries ?? Object.entries(values)) contentOf(value, `${path}.${name}`, found);
  return found;
}

export function isSameContent(one: Content, other: Content): boolean {
  return one.size === other.size && [...one].every(([path, value]) => other.get(path) === value);
}

type Snapshot = {
  values: unknown;
  defaultValues?: unknown;
  isSubmitting?: boolean;
  isSubmitSuccessful?: boolean;
};

/** A form is unsaved while different from the start and from the last sent content. */
export function followForm(start: unknown, part: UnsavedPart) {
  let defaults = start;
  let saved = contentOf(start);
  let sent = saved;
  return ({ values, defaultValues, isSubmitting, isSubmitSuccessful }: Snapshot): void => {
    const now = contentOf(values);
    if (defaultValues !== defaults) {
      defaults = defaultValues;
      saved = contentOf(defaults);
    }
    if (isSubmitting && !part.isSending) sent = now;
    if (!isSubmitting && part.isSending) {
      // A form emptied during the submission is like a new form.
      if (isSameContent(now, contentOf(defaults))) saved = now;
      else if (isSubmitSuccessful) saved = sent;
    }
    part.isSending = Boolean(isSubmitting);
    part.isChanged = !isSameContent(now, saved);
  };
}

/** Asks before leaving a page with unsaved values (MA11). */
export function useUnsavedForm<V extends FieldValues>(
  form: UseFormReturn<V, unknown, any>,
  { isAsking = true, text }: { isAsking?: boolean; text?: string } = {},
): void {
  const { subscribe, getValues } = form;
  const [start] = useState(form.formState.defaultValues);
  useEffect(() => {
    if (!isAsking) return undefined;
    const part: UnsavedPart = { isChanged: false, isSending: false, text };
    const follow = followForm(start, part);
    follow({ values: getValues(), defaultValues: start });
    const leave = enterUnsavedPart(part);
    const unsubscribe = subscribe({
      // The form library reports the start and the end of a submit with the errors.
      formState: { values: true, errors: true },
      callback(snapshot) {
        follow(snapshot);
        reportUnsavedChanges();
      },
    });
    return () => {
      unsubscribe();
      leave();
    };
  }, [subscribe, getValues, start, isAsking, text]);
}
