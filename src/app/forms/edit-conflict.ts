import { ApiError } from '#app/api/api-error.ts';

/** What a form was filled from: the values, and the version of their record. */
export type Seen<V> = { version: number; values: V };

/** One or more fields that belong together, under one label. */
export type FormPart<V> = {
  label: string;
  names: readonly (keyof V & string)[];
  /** the fields as a person reads them; empty where nothing was entered */
  say: (values: V) => string;
};

/** A part that somebody else has saved differently: the text before, entered here, and saved there. */
export type ChangedPart<V> = FormPart<V> & {
  before: string;
  mine: string;
  theirs: string;
  /** both have changed the part, so a person has to choose */
  isContested: boolean;
};

/** The parts that somebody else changed, unless both say the same now (MD5). */
export function changedParts<V>(
  parts: readonly FormPart<V>[],
  values: Record<'before' | 'mine' | 'theirs', V>,
): ChangedPart<V>[] {
  return parts
    .map((part) => {
      const [before, mine, theirs] = [values.before, values.mine, values.theirs].map(part.say) as [
        string,
        string,
        string,
      ];
      return { ...part, before, mine, theirs, isContested: mine !== before };
    })
    .filter(({ before, mine, theirs }) => theirs !== before && theirs !== mine);
}

/** The record as it is now, which a refused change of an older version brings along. */
export function newerRecord(error: unknown): unknown {
  return error instanceof ApiError && error.status === 409 ? error.data.items?.[0] : undefined;
}
