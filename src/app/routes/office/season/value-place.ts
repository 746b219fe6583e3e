import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { PART_KINDS } from '#modules/catalog/planning/many-changes.ts';

const PARTS: readonly ObjectKind[] = PART_KINDS;

/** The route, program or school of a value, with the names above; empty for the season's own days. */
export const valuePlace = ({ kind, names }: { kind: ObjectKind; names: readonly string[] }): string =>
  (PARTS.includes(kind) ? names.slice(0, -1) : names).join(' · ');
