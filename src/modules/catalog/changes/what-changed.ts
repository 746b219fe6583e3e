import { m } from '#i18n/messages.js';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import type { ChangeOp } from './change.states.ts';

/** How many objects of a kind a change set has changed in one way. */
export type ChangedPart = { op: ChangeOp; kind: ObjectKind; n: number };

const DID: Readonly<Record<ChangeOp, (told: { what: string }) => string>> = {
  create: m.catalog_did_create,
  update: m.catalog_did_update,
  end: m.catalog_did_end,
  remove: m.catalog_did_remove,
  move: m.catalog_did_move,
};

/**
 * A change set in words: `Changed route Round trip`; of several objects the numbers by kind.
 * @param name  of the only object
 */
export function whatChanged(parts: readonly ChangedPart[], name?: string): string {
  const whatOf = new Map<ChangeOp, string[]>();
  for (const { op, kind, n } of parts)
    whatOf.set(op, [...(whatOf.get(op) ?? []), objectsText(kind, n, name)]);
  return [...whatOf].map(([op, what]) => DID[op]({ what: what.join(', ') })).join('. ');
}

function objectsText(kind: ObjectKind, n: number, name: string | undefined): string {
  const { one, several } = KIND_NAMES[kind];
  if (n > 1) return m.catalog_number_of({ n, what: several() });
  return name ? m.catalog_named({ what: one(), name }) : m.catalog_number_of({ n, what: one() });
}
