import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import qs from 'qs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

/*
 * Stripe's description of its calls (stripe-api.json, `npm run stripe-api`): what a request must look like,
 * and what an answer may.
 */

export type Operation = {
  /** as the SDK names it: Refunds.create */
  id: string;
  verb: string;
  /** with the names of its ids: /v1/refunds/{id} */
  path: string;
};

/** What does not fit, as Stripe's error names it. */
export type Misfit = { code: string; param: string; message: string };

export type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  /** the words of a free text, as the comment above the field lists them */
  'x-words'?: string[];
  /** an object that the portal never reads, without its fields */
  'x-cut'?: boolean;
};

type Described = {
  operationId: string;
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema: Schema } } };
  responses: { 200: { content: { 'application/json': { schema: Schema } } } };
};
type Document = {
  info: { version: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

const document = JSON.parse(readFileSync(join(import.meta.dirname, 'stripe-api.json'), 'utf8')) as Document;

export const API_VERSION = document.info.version;

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, { operationId }]) => ({
    id: operationId,
    verb: verb.toUpperCase(),
    path,
  })),
);

const patterns = OPERATIONS.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** @returns the call that a method and a path mean, with the ids of the path */
export function findOperation(
  verb: string,
  path: string,
): { operation: Operation; ids: string[] } | undefined {
  for (const { operation, pattern } of patterns) {
    const found = operation.verb === verb ? pattern.exec(path) : null;
    if (found) return { operation, ids: found.slice(1).map(decodeURIComponent) };
  }
}

const described = ({ path, verb }: Operation): Described => document.paths[path]![verb.toLowerCase()]!;

export const requestSchema = (operation: Operation): Schema =>
  described(operation).requestBody.content['application/x-www-form-urlencoded'].schema;

const answerSchema = (operation: Operation): Schema =>
  described(operation).responses[200].content['application/json'].schema;

/**
 * All words that a field may have: by its type, or by the comment above it.
 * @throws Error for a field without a list
 */
export function wordsOf(name: string, field: string): string[] {
  const schema = schemaNamed(name).properties?.[field];
  const words = schema?.['x-words'] ?? (schema && choicesOf(schema).flatMap((one) => one.enum ?? []));
  if (!words?.length) throw new Error(`${name}.${field} has no list of words`);
  return words.toSorted();
}

/** @returns the schema itself where one refers to it by name */
export function resolved(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  return document.components.schemas[schema.$ref.slice('#/components/schemas/'.length)]!;
}

export const schemaNamed = (name: string): Schema => document.components.schemas[name]!;

// Parameters arrive as text and are read as what they should be; answers must be exact.
const ajvOf = (coerceTypes: boolean) =>
  new Ajv2020({ strict: false, allErrors: true, coerceTypes }).addSchema(document, 'stripe');
const ajvs = { request: ajvOf(true), answer: ajvOf(false) };
const compiled = new Map<string, ValidateFunction>();

function checkOf(side: keyof typeof ajvs, schema: Schema): ValidateFunction {
  const key = `${side} ${JSON.stringify(schema)}`;
  const known = compiled.get(key);
  if (known) return known;
  const outside = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"stripe#/')) as Schema;
  const check = ajvs[side].compile(outside);
  compiled.set(key, check);
  return check;
}

/** Reads the parameters of a call as Stripe does; nothing that it may send is nested deeper. */
export const readParams = (text: string): Record<string, unknown> =>
  qs.parse(text, { depth: 20, arrayLimit: 1000, parameterLimit: 5000 }) as Record<string, unknown>;

/**
 * Holds the parameters of a call against Stripe's description, and turns texts into numbers and booleans.
 * @returns what does not fit, the most telling first
 */
export function misfitsOf(operation: Operation, params: object): Misfit[] {
  const check = checkOf('request', requestSchema(operation));
  if (check(params)) return [];
  return (check.errors ?? [])
    .filter(({ keyword }) => keyword !== 'anyOf')
    .map(misfitOf)
    .toSorted(byRank);
}

const RANKS = ['parameter_unknown', 'parameter_missing', 'parameter_invalid'];
const byRank = (a: Misfit, b: Misfit) => RANKS.indexOf(a.code) - RANKS.indexOf(b.code);

function misfitOf({ keyword, instancePath, params, message = '' }: ErrorObject): Misfit {
  const name = String(params.additionalProperty ?? params.missingProperty ?? '');
  const [first = '', ...rest] = [...instancePath.split('/').slice(1), ...(name ? [name] : [])];
  const param = first + rest.map((one) => `[${one}]`).join('');
  if (keyword === 'additionalProperties')
    return { code: 'parameter_unknown', param, message: `Received unknown parameter: ${param}` };
  if (keyword === 'required')
    return { code: 'parameter_missing', param, message: `Missing required param: ${param}.` };
  return { code: 'parameter_invalid', param, message: `Invalid ${param}: ${message}` };
}

/** @throws Error when the simulator would answer what Stripe never answers */
export function holdAnswer(operation: Operation, answer: unknown): void {
  hold(answerSchema(operation), answer, operation.id);
}

// What an event is about, by the kind that each of Stripe's objects names.
const KINDS: Readonly<Record<string, string>> = {
  charge: 'Charge',
  customer: 'Customer',
  dispute: 'Dispute',
  mandate: 'Mandate',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  payout: 'Payout',
  refund: 'Refund',
  setup_intent: 'SetupIntent',
};

/** @throws Error when the event, or the object in it, is none that Stripe sends */
export function holdEvent(event: { type: string; data: { object: unknown } }): void {
  hold({ $ref: '#/components/schemas/EventBase' }, event, event.type);
  holdObject(event.data.object);
}

/** @throws Error when Stripe has no such object */
export function holdObject(object: unknown): void {
  const { object: kind } = object as { object: string };
  if (KINDS[kind]) hold({ $ref: `#/components/schemas/${KINDS[kind]}` }, object, kind);
}

function hold(schema: Schema, value: unknown, what: string): void {
  const check = checkOf('answer', schema);
  if (check(value)) return;
  const errors = (check.errors ?? []).filter(({ keyword }) => keyword !== 'anyOf');
  const lines = errors.map((one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`);
  throw new Error(`The simulator answers ${what} as Stripe does not: ${lines.join('; ')}`);
}

/** Whether the answer of a call has a field that `expand` may name: another object by its id, or a list. */
export function mayExpand(operation: Operation, path: string): boolean {
  const parts = path.split('.');
  let schemas = [answerSchema(operation)];
  for (const [at, part] of parts.entries()) {
    const found = schemas
      .flatMap((one) => choicesOf(one))
      .flatMap(({ properties }) => properties?.[part] ?? []);
    const isListOfAnswers = at === 0 && part === 'data';
    if (found.length === 0 || (!isListOfAnswers && !found.some(isExpandable))) return false;
    schemas = found.flatMap((one) => choicesOf(one)).map((one) => one.items ?? one);
  }
  return parts.length <= 4;
}

/**
 * Whether the answer of a call may have a field at a path, and the word there if the field has a list of
 * words. An object without a list of fields may have any.
 */
export function hasField(operation: Operation, path: string, word?: string): boolean {
  let schemas = choicesOf(answerSchema(operation));
  for (const part of path.split('.')) {
    if (schemas.some((one) => one['x-cut'] || typeof one.additionalProperties === 'object')) return true;
    schemas = schemas
      .flatMap((one) => one.properties?.[part] ?? [])
      .flatMap((one) => choicesOf(one))
      .flatMap((one) => (one.items ? choicesOf(one.items) : [one]));
  }
  const words = schemas.flatMap((one) => one.enum ?? []);
  return schemas.length > 0 && (word === undefined || words.length === 0 || words.includes(word));
}

function isExpandable(schema: Schema): boolean {
  const choices = choicesOf(schema);
  const isObject = choices.some(({ properties }) => properties?.object);
  const isList = choices.some(({ properties }) => properties?.object?.enum?.includes('list'));
  return isList || (isObject && choices.some(({ type }) => type === 'string'));
}

/** What a value may be, where the description allows several things. */
export const choicesOf = (schema: Schema): Schema[] => {
  const itself = resolved(schema);
  return itself.anyOf ? itself.anyOf.flatMap(choicesOf) : [itself];
};
