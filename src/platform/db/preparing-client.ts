import type { Duplex } from 'node:stream';
import pg from 'pg';
import { invariant } from '#kit/invariant.ts';
import { DescribedQuery, type QueryCallback } from './described-query.ts';
import { isPooled } from './pooler.ts';

// Every connection keeps a plan in the server for every name.
const NAMES_AT_MOST = 300;
const COUNTED_AT_MOST = 1_000;
const NAMED_FROM_USE = 3;
// A statement that is longer is a list of rows or keys; every length of the list is another statement.
const LONGEST_NAMED = 6_000;

// read_only_sql_transaction
const READ_ONLY = '25006';

const IN_FAILED_TRANSACTION = '25P02';

const BEGUN: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/** A connection that keeps what goes out with its commit (`withCommit`). */
export type CommitsLast = {
  readonly sentWithCommit: Promise<unknown>[];
  /** why one of them has failed before the commit was sent, maybe without being asked for */
  failed: { reason: unknown } | undefined;
};

/**
 * The connections of one pool, on which PostgreSQL parses and plans a statement that comes often only once:
 * from its third use on a statement has a name (a prepared statement). Behind a pooler it has none: the next
 * transaction may run where nobody has heard of it.
 * Statements that are asked for in one turn go out in one packet, and run one after the other; `begin` goes
 * out with the first statement of its transaction, and `commit` with those that `withCommit` names.
 */
export function preparingClient() {
  const withName = statementNamer();
  return class PreparingClient extends pg.Client implements CommitsLast {
    /** a statement was refused because this server only reads, as a replica does */
    isOnReplica = false;

    readonly sentWithCommit: Promise<unknown>[] = [];

    failed: CommitsLast['failed'];

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === READ_ONLY) this.isOnReplica = true;
      });
      const { whyItFails, forget } = firstErrorOf(this.connection);
      let mayName = false;
      const ask = (...[statement, ...rest]: Parameters<pg.Client['query']>): unknown => {
        const named = withName(statement);
        if (!mayName || !isNamed(named)) return super.query(statement, ...rest);
        const [values, callback] = rest as [unknown[]?, QueryCallback?];
        const send = (done: QueryCallback) => super.query(new DescribedQuery(named, values, done));
        return callback ? send(callback) : promised(send);
      };
      // Nothing waits for the answer: until it is there, statements go without a name.
      this.once('connect', () => {
        isPooled(this).then(
          (isTrue) => void (mayName = !isTrue),
          () => undefined,
        );
      });
      const holdTurn = turnHolder();
      const commit = async (given: Parameters<pg.Client['query']>) => {
        // What was never sent would not undo the transaction: whoever commits rolls back instead.
        if (this.failed) throw this.failed.reason;
        const asked = ask(...given) as Promise<pg.QueryResult>;
        return committed(asked, this.sentWithCommit.splice(0));
      };
      this.query = ((...given: Parameters<pg.Client['query']>) => {
        const { stream } = this.connection;
        if (isOne(given, 'commit')) {
          // At the end of the turn it is known what could not be asked for.
          if (this.sentWithCommit.length > 0)
            return new Promise((resolve) => holdTurn(stream, () => resolve(commit(given))));
          holdTurn(stream);
          return commit(given);
        }
        holdTurn(stream);
        const asked = ask(...given);
        const isBegin = isOne(given, 'begin');
        if (isBegin || isOne(given, 'rollback')) {
          this.sentWithCommit.length = 0;
          this.failed = undefined;
          forget();
        }
        if (!isBegin) return this.sentWithCommit.length > 0 ? whyItFails(asked as Promise<unknown>) : asked;
        // What follows must never run outside of its transaction.
        (asked as Promise<unknown>).catch(() => stream.destroy());
        return Promise.resolve(BEGUN);
      }) as typeof this.query;
    }
  };
}

/** Behind a statement that has failed all others of its transaction fail, and tell nothing of it. */
function firstErrorOf(connection: pg.Connection) {
  let first: pg.DatabaseError | undefined;
  connection.on('errorMessage', (error: pg.DatabaseError) => {
    if (error.code !== IN_FAILED_TRANSACTION) first ??= error;
  });
  return {
    /** when another transaction begins */
    forget: () => void (first = undefined),
    whyItFails: async (asked: Promise<unknown>): Promise<unknown> => {
      try {
        return await asked;
      } catch (error) {
        const isOfAnother = (error as { code?: string }).code === IN_FAILED_TRANSACTION;
        throw isOfAnother ? (first ?? error) : error;
      }
    },
  };
}

const isNamed = (statement: unknown): statement is pg.QueryConfig & { name: string } =>
  typeof (statement as Partial<pg.QueryConfig> | null)?.name === 'string';

/** As the driver answers where it is given no callback: an error tells who has asked. */
async function promised(send: (done: QueryCallback) => unknown): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      send((error, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/**
 * Keeps what is written to a stream until every promise that is settled now has asked for what it wants.
 * @returns what takes the stream, and what is to be asked for last of all in this turn
 */
function turnHolder(): (stream: Duplex, last?: () => void) => void {
  let lasts: (() => void)[] | undefined;
  return (stream, last) => {
    const isHeld = lasts !== undefined;
    lasts ??= [];
    if (last) lasts.push(last);
    if (isHeld) return;
    stream.cork();
    process.nextTick(() => {
      try {
        for (const ask of lasts!) ask();
      } finally {
        // Or nothing would ever be sent on this connection again.
        lasts = undefined;
        stream.uncork();
      }
    });
  };
}

/** The `begin` or `commit` of the query builder; one that somebody else sends is waited for. */
const isOne = ([statement, ...rest]: readonly unknown[], text: 'begin' | 'commit' | 'rollback') =>
  (statement as { text?: string } | null)?.text === text && !rest.some((one) => typeof one === 'function');

/**
 * The answer of a commit.
 * @throws why the transaction was undone instead: what failed of the statements that were sent with it
 */
async function committed(
  asked: Promise<pg.QueryResult>,
  sentWithIt: Promise<unknown>[],
): Promise<pg.QueryResult> {
  // In their order, so the first that failed is the reason of what failed after it.
  const [answer, ...sent] = await Promise.allSettled([asked, ...sentWithIt]);
  const failed = [...sent, answer].find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  const result = (answer as PromiseFulfilledResult<pg.QueryResult>).value;
  invariant(result.command === 'COMMIT', `a transaction ended with ${result.command}`);
  return result;
}

/**
 * Gives a statement of the query builder the name of its text. The driver copies a statement at each use,
 * property by property, for longer than it takes to send it; one that is frozen, as it is used often, is
 * named once, and as all that it has is inherited, nothing of it is copied.
 */
function statementNamer(): <T>(statement: T) => T {
  const nameOf = statementNames();
  const namedOnce = new WeakMap<object, object>();
  return <T>(statement: T): T => {
    if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement;
    const known = namedOnce.get(statement);
    if (known) return known as T;
    const { text, name } = statement as Partial<pg.QueryConfig>;
    if (name || !text || text.length > LONGEST_NAMED) return statement;
    const itsName = nameOf(text);
    if (!itsName) return statement;
    const named = { ...statement, name: itsName };
    if (!Object.isFrozen(statement)) return named;
    const inheriting = Object.create(named) as object;
    namedOnce.set(statement, inheriting);
    return inheriting as T;
  };
}

/** Names texts from their third use on; one name is one text. What is counted longest ago is forgotten. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= NAMES_AT_MOST) return known;
    const used = (uses.get(text) ?? 0) + 1;
    uses.delete(text);
    if (used >= NAMED_FROM_USE) {
      const name = `s${names.size + 1}`;
      names.set(text, name);
      return name;
    }
    uses.set(text, used);
    if (uses.size > COUNTED_AT_MOST) uses.delete(uses.keys().next().value!);
    return undefined;
  };
}
