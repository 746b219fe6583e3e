import { choicesOf, requestSchema, type Schema } from './description.ts';
import type { SentCall } from './sent-calls.ts';

/** A call with one mistake in it. */
export type Mutant = { name: string; call: SentCall };

type Params = Record<string, unknown>;

/** Makes each mistake that a programmer makes: left out, misspelt, another word, another kind of value. */
export function mutantsOf(call: SentCall): Mutant[] {
  const schema = requestSchema(call.operation);
  return changesOf(call.params, schema, '').map(({ name, params }) => ({
    name: `${call.name}: ${name}`,
    call: { ...call, params },
  }));
}

type Change = { name: string; params: Params };

function changesOf(params: Params, given: Schema, at: string): Change[] {
  const schema = objectIn(given);
  if (!schema?.properties) return [];
  const { properties, required = [] } = schema;
  const nameOf = (key: string) => (at ? `${at}[${key}]` : key);
  const without = (key: string) => Object.fromEntries(Object.entries(params).filter(([one]) => one !== key));
  const present = Object.entries(params).filter(([key]) => properties[key]);
  return [
    ...required.map((key) => ({ name: `${nameOf(key)} left out`, params: without(key) })),
    ...present.map(([key, value]) => ({
      name: `${nameOf(key)} misspelt`,
      params: { ...without(key), [`${key.slice(0, -1)}${key.at(-1)}${key.at(-1)}`]: value },
    })),
    ...Object.keys(properties)
      .filter((key) => !(key in params))
      .map((key) => ({ name: `${nameOf(key)}s`, params: { ...params, [`${key}s_`]: '1' } })),
    ...present.flatMap(([key, value]) =>
      wrongValuesOf(value, properties[key]!, nameOf(key)).map(({ name, value: wrong }) => ({
        name,
        params: { ...params, [key]: wrong },
      })),
    ),
  ];
}

function wrongValuesOf(value: unknown, schema: Schema, name: string): { name: string; value: unknown }[] {
  const known = choicesOf(schema);
  if (Array.isArray(value)) {
    const items = known.find(({ items: one }) => one)?.items;
    return value.flatMap((one, at) =>
      wrongValuesOf(one, items ?? {}, `${name}[${at}]`).map((wrong) => ({
        ...wrong,
        value: value.with(at, wrong.value),
      })),
    );
  }
  if (typeof value === 'object' && value !== null)
    return changesOf(value as Params, schema, name).map(({ name: change, params }) => ({
      name: change,
      value: params,
    }));
  const isFree = known.some(({ type, enum: words }) => type === 'string' && !words);
  const nothing = known.every(({ type, additionalProperties }) => type === 'object' && additionalProperties);
  if (isFree || nothing) return [{ name: `${name} nested`, value: { x: String(value) } }];
  return [
    { name: `${name} is another word`, value: `${String(value)}x` },
    { name: `${name} is nothing`, value: 'x' },
  ];
}

const objectIn = (schema: Schema): Schema | undefined =>
  choicesOf(schema).find(({ type, properties }) => type === 'object' && properties);
