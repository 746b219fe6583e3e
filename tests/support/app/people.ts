import type { FastifyInstance, InjectOptions } from 'fastify';
import type { TokenRecord } from '#modules/accounts/accounts.contract.ts';
import { beginSession } from '#modules/accounts/sessions/sessions.service.ts';
import { findUserByEmail, insertUser, setEmailVerified } from '#modules/accounts/users.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { hashPassword } from '#platform/passwords/passwords.ts';

/** An account in a browser: sends JSON to the API with its token and reads the answer. */
export type Person = {
  email: string;
  password: string;
  tokens: Required<TokenRecord>;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Answer>;
};

export type Answer = {
  status: number;
  items: any[];
  errors: string[];
  fields: Record<string, string[]>;
  /** what a client goes on by itself with */
  data: Record<string, any>;
};

let people = 0;

export const aRegistration = (changes: object = {}) => ({
  first_name: 'Adaeze',
  last_name: 'Okafor',
  email: `person${(people += 1)}@okafor.example`,
  password: 'a long enough one',
  password_confirmation: 'a long enough one',
  ...changes,
});

/** One call of the API over HTTP, without a network. */
export async function send(app: FastifyInstance, options: InjectOptions): Promise<Answer> {
  const answer = await app.inject({ ...options, url: `/api${String(options.url)}` });
  const body = answer.json();
  return {
    status: answer.statusCode,
    items: body.items ?? [],
    errors: body.errors ?? [],
    fields: body.field_errors ?? {},
    data: body.data ?? {},
  };
}

export function asPerson(
  app: FastifyInstance,
  who: { email: string; password: string },
  tokens: TokenRecord,
): Person {
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  return {
    ...who,
    // Staff have no refresh token; no test of theirs asks for it.
    tokens: { refresh_token: '', ...tokens },
    call: (method, path, payload) => send(app, { method, url: path, headers, ...(payload && { payload }) }),
  };
}

export async function logInAs(
  app: FastifyInstance,
  who: { email: string; password: string },
): Promise<Person> {
  const { email, password } = who;
  const answer = await send(app, { method: 'POST', url: '/login', payload: { email, password } });
  if (answer.status !== 200) throw new Error(`the login was refused: ${answer.errors.join()}`);
  return asPerson(app, { email, password }, answer.items[0]);
}

/** A new family, registered and logged in over HTTP as a browser does it. For tests of accounts. */
export async function registerFamily(app: FastifyInstance, changes: object = {}): Promise<Person> {
  const form = aRegistration(changes);
  const answer = await send(app, { method: 'POST', url: '/register', payload: form });
  if (answer.status !== 200) throw new Error(`the registration was refused: ${answer.errors.join()}`);
  return logInAs(app, { email: form.email, password: form.password });
}

// As the portal makes them, one for each password of a run.
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/**
 * A new family, signed in: the rows that registering and logging in write, without two hashes. The password
 * is good for a login too.
 */
export async function aFamily(app: FastifyInstance, changes: object = {}): Promise<Person> {
  const { first_name, last_name, email, password } = aRegistration(changes);
  const { db, clock } = app.context;
  const now = clock.now();
  const password_hash = await hashOf(password);
  await db.transaction(async (tx) => {
    const row = { first_name, last_name, email, password_hash, acknowledged_at: now, created_at: now };
    const user = await insertUser(tx, row);
    if (!user) throw new Error(`there is an account of ${email} already`);
    await enqueue(tx, now, {
      kind: 'accounts.verify_email',
      ref: String(user.id),
      payload: { user_id: user.id },
    });
  });
  return sessionOf(app, { email, password });
}

/** Follows the link of the first mail: only then is a family put on waiting lists. */
export async function verifyEmailOf(app: FastifyInstance, { email }: Person): Promise<void> {
  const user = await findUserByEmail(app.context.db, email);
  await verifyEmailOfAccount(app, user!.id);
}

/** The same for an account whose address may have changed meanwhile. */
export async function verifyEmailOfAccount({ context }: FastifyInstance, user_id: number): Promise<void> {
  await context.db.transaction((tx) => setEmailVerified(tx, user_id, context.clock.now()));
}

const ORIGIN = { ip: '127.0.0.1', user_agent: 'lightMyRequest' };

/** A new session of someone with an account, as their login would begin it, without checking the password. */
export async function sessionOf(
  app: FastifyInstance,
  { email, password }: { email: string; password: string },
): Promise<Person> {
  const { db, clock } = app.context;
  const now = clock.now();
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`nobody has the address ${email}`);
  const tokens = await db.transaction(async (tx) => {
    const actor = { user_id: user.id, impersonator_id: null };
    await writeAudit(tx, now, actor, { action: 'session.begin', subject: `user:${user.id}` });
    return beginSession(tx, now, { user_id: user.id }, ORIGIN);
  });
  return asPerson(app, { email, password }, tokens);
}
