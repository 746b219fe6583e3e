import pg from 'pg';

/**
 * A connection on which PostgreSQL parses and plans a statement that comes often only once: from its third
 * use on a statement has a name (a prepared statement). A pooler in transaction mode must know of them
 * (`max_prepared_statements` of PgBouncer).
 */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.query = ((...[statement, ...rest]: Parameters<pg.Client['query']>) =>
      super.query(withName(statement), ...rest)) as typeof this.query;
  }
}

// Every connection keeps a plan in the server for every name.
const NAMES_AT_MOST = 300;
const COUNTED_AT_MOST = 1_000;
const NAMED_FROM_USE = 3;
// A statement that is longer is a list of rows or keys; every length of the list is another statement.
const LONGEST_NAMED = 6_000;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/** A statement of the query builder with the name of its text; one name is one text in the whole process. */
function withName<T>(statement: T): T {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement;
  const { text, name } = statement as Partial<pg.QueryConfig>;
  if (name || !text || text.length > LONGEST_NAMED) return statement;
  const known = names.get(text) ?? nameOnceUsedOften(text);
  return known ? { ...statement, name: known } : statement;
}

function nameOnceUsedOften(text: string): string | undefined {
  const used = (uses.get(text) ?? 0) + 1;
  if (used < NAMED_FROM_USE) {
    if (used > 1 || uses.size < COUNTED_AT_MOST) uses.set(text, used);
    return undefined;
  }
  uses.delete(text);
  if (names.size >= NAMES_AT_MOST) return undefined;
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
}
