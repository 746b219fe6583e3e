import { generateSync } from 'otplib';
import type { FastifyInstance } from 'fastify';
import { send, verifyEmailOf, type Answer, type Person } from './people.ts';

/** An authenticator app of an account, as its phone has it. */
export type App = {
  id: number;
  /** what it shows at an instant */
  codeAt(at: Date): string;
  recovery_codes: string[];
};

export const codeOf = (secret: string, at: Date): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });

/** Sets an app up over the API, as Security does, for an account that has verified its address. */
export async function setUpApp(app: FastifyInstance, person: Person, label = 'Phone'): Promise<App> {
  await verifyEmailOf(app, person);
  const started = await person.call('POST', '/user/authenticators');
  if (started.status !== 200) throw new Error(`it was refused: ${started.errors.join()}`);
  const [{ id, secret }] = started.items;
  const codeAt = (at: Date) => codeOf(secret, at);
  const code = codeAt(app.context.clock.realNow());
  const confirmed = await person.call('POST', `/user/authenticators/${id}/confirm`, { label, code });
  if (confirmed.status !== 200) throw new Error(`the code was refused: ${confirmed.errors.join()}`);
  return { id, codeAt, recovery_codes: confirmed.items[0].recovery_codes };
}

/** A login with what was typed, from a browser that nobody knows. */
export const logInWith = (
  app: FastifyInstance,
  { email, password }: { email: string; password: string },
  code?: string,
): Promise<Answer> =>
  send(app, { method: 'POST', url: '/login', payload: { email, password, ...(code && { code }) } });
