import { ApiError } from '#app/api/api-error.ts';

export type Seen<V> = { version: number; values: V };

export type FormPart<V> = {
  label: string;
  names: readonly (keyof V & string)[];
  /** the fields as people read them; empty without an entry */
  say: (values: V) => string;
};

export const textPart = <N extends string>(
  name: N,
  label: string,
): FormPart<{ [F in N]?: string | null | undefined }> => ({
  label,
  names: [name],
  say: (form) => (form[name] ?? '').trim(),
});

export type ChangedPart<V> = FormPart<V> & {
  before: string;
  mine: string;
  theirs: string;
  /** changed by both, so a person has to choose */
  isContested: boolean;
};

/** The parts changed by another person, unless both texts are equal (MD5). */
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

/** `said` is the sentence about the colleague who was the other one, `changedBy` the name (OF0.20). */
type Newer = { record: unknown; said?: string; changedBy?: string };

export function newerRecord(error: unknown): Newer | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const [item] = (error.data.items ?? []) as {
    current?: object;
    version?: number;
    changed_by?: string | null;
  }[];
  if (!item) return undefined;
  // Objects of the catalog have the version beside the record.
  const record = item.current ? { version: item.version, ...item.current } : item;
  return item.changed_by ? { record, said: error.data.errors[0], changedBy: item.changed_by } : { record };
}
