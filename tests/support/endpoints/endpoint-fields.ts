import { z } from 'zod';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';

export type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/**
 * One field that an endpoint declares; `path` is dotted and begins with its part, lists left out. A field
 * of a record, whose names are not declared, is called `*`.
 */
export type Field = { path: string; schema: JsonSchema };

const PARTS = ['params', 'query', 'headers', 'body'] as const;

const known = new WeakMap<EndpointDefinition, Field[]>();

/** Every field of an endpoint's path, query, headers and body, the nested ones too. */
export function fieldsOf(definition: EndpointDefinition): Field[] {
  if (!known.has(definition)) known.set(definition, readFields(definition));
  return known.get(definition)!;
}

function readFields(definition: EndpointDefinition): Field[] {
  return PARTS.flatMap((part) => {
    const schema = definition[part];
    if (!schema || schema === 'multipart') return [];
    return below(part, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  });
}

function below(path: string, schema: JsonSchema): Field[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = { path: `${path}.${name}`, schema: property };
    return [field, ...below(field.path, property)];
  });
  const { additionalProperties: ofRecord } = schema;
  const undeclared = typeof ofRecord === 'object' ? [{ path: `${path}.*`, schema: ofRecord }] : [];
  return [
    ...inner,
    ...undeclared,
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((option) => below(path, option)),
    ...(schema.items ? below(path, schema.items) : []),
  ];
}

/** The fields that name a row: whose it is must be asked. */
export function idFieldsOf(definition: EndpointDefinition): string[] {
  const paths = fieldsOf(definition).map((field) => field.path);
  return [...new Set(paths)].filter((path) => /(^|[._])ids?$|contract_number$/.test(path));
}

/** The names of the fields sent in the record at a dotted path; lists are entered at their first item. */
export function namesSent(sent: object, path: string): string[] {
  let at: any = sent;
  for (const key of path.split('.')) at = Array.isArray(at?.[key]) ? at[key][0] : at?.[key];
  return typeof at === 'object' && at !== null ? Object.keys(at) : [];
}

/** A copy with one value put at a dotted path; lists are entered at their first item. */
export function withValue<T extends object>(sent: T, path: string, value: unknown): T {
  const copy = structuredClone(sent);
  const keys = path.split('.');
  let at: any = copy;
  for (const key of keys.slice(0, -1)) {
    // Where an earlier value made it something else, it becomes an object again.
    if (typeof at[key] !== 'object' || at[key] === null) at[key] = {};
    const list: unknown = at[key];
    // In a list of lists too: a name such as 2147483648 would make a list of as many items.
    if (Array.isArray(list) && (typeof list[0] !== 'object' || list[0] === null || Array.isArray(list[0])))
      list[0] = {};
    at = Array.isArray(list) ? list[0] : list;
  }
  at[keys.at(-1)!] = value;
  return copy;
}
