import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';

/** Names a text: an object and one of its fields. */
export type TextRef = { kind: ObjectKind; id: number; field: string };

export const refName = ({ kind, id, field }: TextRef) => `${kind}:${id}:${field}`;

/** Texts that families accept with an order (O4); no other text is asked for again. */
const ACCEPTED = [
  'period_program.contract_text',
  'program.ach_terms',
  'division.ach_terms',
  'route.surge_pricing_text',
];

export const isAccepted = ({ kind, field }: Pick<TextRef, 'kind' | 'field'>): boolean =>
  ACCEPTED.includes(`${kind}.${field}`);
