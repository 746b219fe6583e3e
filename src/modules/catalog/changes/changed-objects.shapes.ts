import { z } from 'zod';
import { idShape } from '#kit/endpoint/wire.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { CHANGE_OPS, VALUE_FORMATS } from './change.states.ts';

/** A field before and after, as a season file has it; the format says how people read the values. */
export const fieldChangeShape = z.object({
  field: z.string(),
  label: z.string(),
  format: z.enum(VALUE_FORMATS),
  before: z.unknown(),
  after: z.unknown(),
});
export type FieldChange = z.output<typeof fieldChangeShape>;

/** What a change set, or an import, changes of an object. */
export const changeRowShape = z.object({
  kind: z.enum(OBJECT_KINDS),
  id: idShape,
  name: z.string(),
  op: z.enum(CHANGE_OPS),
  /** null for a removed object */
  version_after: z.number().int().positive().nullable(),
  fields: z.array(fieldChangeShape),
});
export type ChangedObject = z.output<typeof changeRowShape>;
