import { z } from 'zod';
import { list, record, type RuleAcross } from '#kit/rules/object-fields.ts';
import type { BrokenRule } from '#kit/rules/broken-rule.ts';

type Fields = Readonly<Record<string, z.ZodType>>;

/** The field that tells an object from its siblings. */
export type NaturalKey = {
  field: string;
  ignoresCase?: boolean;
  /** no two in the whole catalog have it, whatever they hang below */
  isUniqueEverywhere?: boolean;
  /** the rule that a reference breaks if no object has its key */
  missing?: (value: string) => BrokenRule;
};

/** What is sold, as a file, a call, a form and the tables know it. */
export type CatalogObject = {
  kind: string;
  /** as written, without the lists below */
  fields: Fields;
  rules: readonly RuleAcross[];
  /** none if there is only one */
  key?: NaturalKey;
  /** the kind whose key a field holds */
  refersTo: Readonly<Record<string, string>>;
  lists: Readonly<Record<string, CatalogObject>>;
  /** a file may have the key alone in place of an object */
  isText: boolean;
  /** the field with the name of a stored file */
  file?: string;
  /** never in the audit log */
  secret?: string;
  /** what an export leaves out: the value that a left out field stands for */
  leftOut: Readonly<Record<string, unknown>>;
};

const NOTHING = { rules: [], refersTo: {}, lists: {}, isText: false, leftOut: {} } as const;

type Declared = Pick<CatalogObject, 'kind' | 'fields'> & Partial<CatalogObject>;

export const catalogObject = <const O extends Declared>(declared: O): Omit<typeof NOTHING, keyof O> & O => ({
  ...NOTHING,
  ...declared,
});

type ListsOf<O> = O extends { lists: infer L } ? L : object;

/** An object of a season file, with everything below it. */
export type Whole<O> = O extends { fields: infer F extends Fields }
  ? z.output<z.ZodObject<F>> & { [L in keyof ListsOf<O>]: Whole<ListsOf<O>[L]>[] }
  : never;

/** The shape of an object of a season file: its own fields and the lists below it. */
export function whole<O extends CatalogObject>(object: O): z.ZodType<Whole<O>> {
  return shapeOf(object) as z.ZodType<Whole<O>>;
}

const ownShapes = new WeakMap<CatalogObject, z.ZodType>();

/** The shape of an object without the lists below it, as a call has it. Zod compiles each new shape. */
export function ownShapeOf(object: CatalogObject): z.ZodType {
  const shape = ownShapes.get(object) ?? record(object.fields, object.rules);
  ownShapes.set(object, shape);
  return shape;
}

function shapeOf(object: CatalogObject): z.ZodType {
  const { fields, rules, key, lists, isText } = object;
  const below = Object.entries(lists).map(([name, one]) => [name, list(shapeOf(one))]);
  const asObject = record({ ...fields, ...Object.fromEntries(below) }, rules);
  return isText ? textOr(asObject, key!.field, fields[key!.field]!) : asObject;
}

/** The key alone stands for the object; a wrong text is told at its own place. */
const textOr = (asObject: z.ZodType, field: string, text: z.ZodType) =>
  z.unknown().transform((value, context) => {
    const isText = typeof value !== 'object' || value === null || Array.isArray(value);
    const told = (isText ? text : asObject).safeParse(value, { reportInput: true });
    if (told.success) return isText ? asObject.parse({ [field]: told.data }) : told.data;
    for (const issue of told.error.issues) context.issues.push({ ...issue, input: issue.input } as never);
    return z.NEVER;
  });

type Format = 'html' | 'date' | 'local-time';

export const hasFormat = ({ fields }: CatalogObject, name: string, format: Format): boolean =>
  fields[name]?.meta()?.format === format;

/** The fields of an object with a format, such as `html`. */
export const fieldsOfFormat = (object: CatalogObject, format: Format): string[] =>
  Object.keys(object.fields).filter((name) => hasFormat(object, name, format));

/** A natural key as it is compared. */
export const foldKey = ({ key }: Pick<CatalogObject, 'key'>, text: string): string =>
  key?.ignoresCase ? text.trim().toLowerCase() : text.trim();
