import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);

// Class 08: a broken connection, or a pooler without a server. 57P01 to 57P03: a server stops or starts.
// 53300: too many connections. 25006: a replica has not taken over yet.
const SERVER = /^(08...|57P0[123]|53300|25006)$/;

const DRIVER = new RegExp(
  '^(Connection terminated|timeout exceeded when trying to connect|' +
    'Client has encountered a connection error)',
);

/** The pool had no connection. The error of a socket alone does not tell whose socket it was. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super('no connection to the database', { cause });
  }
}

/** Only an error of the driver: the network of a visitor, mail server or file store fails alike (MH14). */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfDriver =
    error instanceof DrizzleQueryError || error instanceof NoConnection || error instanceof pg.DatabaseError;
  return isOfDriver ? isAway(error) : isDatabaseAway(error.cause);
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === 'ENOENT' && (error as { syscall?: unknown }).syscall === 'connect') return true;
  if (NETWORK.has(code) || SERVER.test(code) || DRIVER.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isAway)) return true;
  return isAway(error.cause);
}
