import type { FastifyInstance, InjectOptions } from 'fastify';
import type { TokenRecord } from '#modules/accounts/accounts.contract.ts';

/** An account in a browser: sends JSON to the API with its token and reads the answer. */
export type Person = {
  email: string;
  password: string;
  tokens: TokenRecord;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Answer>;
};

export type Answer = { status: number; items: any[]; errors: string[]; fields: Record<string, string[]> };

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
    tokens,
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

/** A new family, signed in: registered and logged in over HTTP as a browser does it. */
export async function aFamily(app: FastifyInstance, changes: object = {}): Promise<Person> {
  const form = aRegistration(changes);
  const answer = await send(app, { method: 'POST', url: '/register', payload: form });
  if (answer.status !== 200) throw new Error(`the registration was refused: ${answer.errors.join()}`);
  return logInAs(app, { email: form.email, password: form.password });
}
