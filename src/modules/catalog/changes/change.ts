import type { BrokenAt } from '#kit/rules/broken-rule.ts';
import type { RefusalKind } from '#kit/refusal.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';

/** Values by field or column. */
export type Row = Record<string, unknown>;

/** An object by id, or by the key of a create of the same change set, such as `#1`. */
export type Ref = number | string;

type OfObject = {
  kind: ObjectKind;
  id: number;
  /** as read by the writer; left out, the present state is overwritten (OF0.20) */
  version?: number;
};

type Written = {
  /** as a season file has them: dollars, percent numbers, natural keys (SE3.2) */
  fields: Row;
  /** columns that no field writes */
  row?: Row;
};

export type CreateChange = Written & {
  op: 'create';
  kind: ObjectKind;
  parent: Ref | null;
  key?: string;
  /** the sibling that comes next; null or left out, the object comes last */
  before?: Ref | null;
  /** of an object that was removed, or that a rolled back transaction has drawn */
  id?: number;
};

export type UpdateChange = Written &
  OfObject & { op: 'update'; /** a season file moves programs */ parent?: Ref };

export type Change =
  | CreateChange
  | UpdateChange
  | (OfObject & { op: 'end' })
  | (OfObject & { op: 'remove' })
  | (OfObject & { op: 'move'; before: Ref | null });

/** A rule that a change of the list breaks; `path` is empty for the whole object. */
export type Problem = BrokenAt & {
  change: number;
  /** the call is refused with it in place of a wrong field */
  refusal?: { kind: RefusalKind<never>; data: object; items?: unknown[] };
};

/** An object that a change set has written. */
export type WrittenObject = {
  kind: ObjectKind;
  id: number;
  /** null for a removed object */
  version: number | null;
  key: string | null;
};
