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

// Class 08: a broken connection, or a pooler without a server. 25006: a replica has not taken over yet.
const SERVER = /^(08...|25006)$/;

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
  // The server gives no connection, or ends the one it gave: it starts, stops or takes no more.
  if (error instanceof pg.DatabaseError && error.severity === 'FATAL') return true;
  if (NETWORK.has(code) || SERVER.test(code) || DRIVER.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isAway)) return true;
  return isAway(error.cause);
}
