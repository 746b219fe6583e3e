import { Column, DrizzleQueryError, getTableName, is, Param, Placeholder, SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { PgRaw } from 'drizzle-orm/pg-core/query-builders/raw';
import type pg from 'pg';
import { invariant } from '#kit/invariant.ts';
import type { Db } from './database.ts';
import { mayName } from './pooler.ts';

export type Slots<Values> = { readonly [Name in keyof Values]: SQL<Values[Name]> };

/**
 * Builds a statement once for many uses: the query builder costs more than many a statement.
 *
 *     const byKey = prepared((db, { user_id, key }: Slots<{ user_id: number; key: string }>) =>
 *       db.select().from(orders).where(and(eq(orders.user_id, user_id), eq(orders.client_key, key))));
 *     const [order] = await byKey(tx, { user_id, key });
 *
 * `build` must not decide anything by a slot, because a slot holds no value. A missing or undefined value has
 * no slot: each set of given names is a separate statement. The length of a list must not be part of the text
 * either: pass an array or JSON.
 */
export function prepared<Values extends object, Result>(
  build: (db: Builder, slots: Slots<Values>) => PromiseLike<Result>,
): (db: Db, values: Values) => Promise<Result> {
  const statements = new Map<string, Statement>();
  return (db, typed) => {
    const values = typed as Record<string, unknown>;
    const given = Object.keys(values).filter((name) => values[name] !== undefined);
    const known = statements.get(given.join());
    const statement = known ?? statementOf(build(builder, slotsOf<Values>(given)));
    if (!known) statements.set(given.join(), statement);
    return run(db, statement, values) as Promise<Result>;
  };
}

export type Builder = PgDatabase<NodePgQueryResultHKT>;

const builder: Builder = drizzle.mock();

const slotsOf = <Values>(names: string[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as unknown as Slots<Values>;

type Statement = {
  config: pg.QueryConfig;
  /** the same statement with a name: parsed and planned once per connection */
  named: pg.QueryConfig;
  params: ((values: Record<string, unknown>) => unknown)[];
  readRow: ((row: unknown[]) => unknown) | undefined;
};

type BuiltQuery = {
  params: unknown[];
  queryConfig: pg.QueryConfig;
  rawQueryConfig: pg.QueryConfig;
  fields?: Field[];
  joinsNotNullableMap?: Record<string, boolean>;
};
type Field = { path: string[]; field: unknown };

let statementsSoFar = 0;

function statementOf(query: unknown): Statement {
  const built = (
    is(query, PgRaw)
      ? builder._.session.prepareQuery(query.getQuery(), undefined, undefined, false)
      : (query as { prepare(name?: string): unknown }).prepare()
  ) as BuiltQuery;
  const config = built.fields ? built.queryConfig : built.rawQueryConfig;
  const { text, params } = withLiterals(config.text, built.params);
  statementsSoFar += 1;
  return {
    config: { ...config, text },
    named: { ...config, text, name: `s${statementsSoFar}` },
    params: params.map(paramReader),
    readRow: built.fields && rowReader(built.fields, built.joinsNotNullableMap ?? {}),
  };
}

/**
 * PostgreSQL plans a named statement for any value: with a slot for a state, no index of a single state fits.
 */
function withLiterals(text: string, params: unknown[]): { text: string; params: unknown[] } {
  const kept: unknown[] = [];
  const written = text.replaceAll(/\$(\d+)/g, (_slot, nr) => {
    const param = params[Number(nr) - 1];
    return literalOf(param) ?? `$${kept.push(param)}`;
  });
  return { text: written, params: kept };
}

/** A number is quoted too: like a slot, a quoted value takes the type of the neighbor. */
function literalOf(param: unknown): string | undefined {
  if (typeof param === 'number' || typeof param === 'boolean') return `'${param}'`;
  return typeof param === 'string' ? `'${param.replaceAll("'", "''")}'` : undefined;
}

function paramReader(param: unknown): (values: Record<string, unknown>) => unknown {
  if (is(param, Placeholder)) return (values) => values[param.name];
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value: slot } = param;
  return (values) => {
    const value = values[slot.name];
    return value === null ? null : encoder.mapToDriverValue(value);
  };
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL.Aliased) ? field.sql : field) as { decoder: Decoder };
  return decoder;
}

function rowReader(fields: Field[], joinsNotNullable: Record<string, boolean>) {
  const columns = fields.map(({ path, field }) => {
    const [name, inner, ...rest] = path as [string, string?];
    invariant(rest.length === 0, 'a selection is at most two levels deep');
    return { name, inner, decoder: decoderOf(field) };
  });
  const optional = fields.flatMap(({ path, field }, at) => {
    if (path.length === 1 || !is(field, Column)) return [];
    const first = fields.findIndex((other) => other.path[0] === path[0] && is(other.field, Column));
    if (first !== at) return [];
    return joinsNotNullable[getTableName(field.table)] ? [] : [{ name: path[0]!, at }];
  });
  return (row: unknown[]) => {
    const read: Record<string, any> = {};
    for (let at = 0; at < columns.length; at++) {
      const { name, inner, decoder } = columns[at]!;
      const value = row[at] === null ? null : decoder.mapFromDriverValue(row[at]);
      if (inner === undefined) read[name] = value;
      else (read[name] ??= {})[inner] = value;
    }
    for (const { name, at } of optional) if (row[at] === null) read[name] = null;
    return read;
  };
}

async function run(
  db: Db,
  { config, named, params, readRow }: Statement,
  values: Record<string, unknown>,
): Promise<unknown> {
  const filled = params.map((read) => read(values));
  try {
    const { $client } = db;
    const result = await ($client as pg.ClientBase).query(mayName($client) ? named : config, filled);
    return readRow ? result.rows.map(readRow) : result;
  } catch (error) {
    throw new DrizzleQueryError(config.text, filled, error as Error);
  }
}
