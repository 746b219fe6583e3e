import { z } from 'zod';

/** What a file of an object is: each has limits of its own (SE2.5). */
export type FileContent = 'pdf' | 'picture';

/** What a field of an object takes. A form has one input for each type (SE3.2). */
export type FieldType =
  | {
      takes:
        | 'text'
        | 'loose_text'
        | 'html'
        | 'flag'
        | 'count'
        | 'dollars'
        | 'cents'
        | 'percent'
        | 'rate'
        | 'rates_by_state'
        | 'states'
        | 'texts'
        | 'ages_by_work'
        | 'day'
        | 'local_time'
        | 'email'
        | 'time_zone';
    }
  /** the name of a stored file, which staff choose; or the address of a picture elsewhere */
  | { takes: 'file'; holds: FileContent; mayBeAddress?: true }
  | { takes: 'choice'; values: readonly (string | number)[] }
  /** the natural keys of objects of a kind */
  | { takes: 'names'; of: string };

/** Apart from the metadata of Zod, because the description of the API shows those. */
const FIELD_TYPES = z.registry<FieldType>();

export function ofType<T extends z.ZodType>(type: FieldType, field: T): T {
  FIELD_TYPES.add(field, type);
  return field;
}

/** @returns undefined for a field that was declared without a type */
export function fieldTypeOf(field: z.ZodType): FieldType | undefined {
  const type = FIELD_TYPES.get(field);
  if (type) return type;
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return fieldTypeOf(field.unwrap() as z.ZodType);
  return field instanceof z.ZodPipe ? fieldTypeOf(field.in as z.ZodType) : undefined;
}

/** A field that may be empty has null then. */
export const takesNone = (field: z.ZodType): boolean => field.safeParse(null).success;

/** A field that may be left out of a file stays as it is, or has its default. */
export const mayBeLeftOut = (field: z.ZodType): boolean => field.safeParse(undefined).success;
