import type { FastifyInstance } from 'fastify';
import type { PasskeyDevice } from './passkey-device.ts';
import { send, verifyEmailOf, type Answer, type Person } from './people.ts';

/** Where the portal of the fast tests says that it is. */
export const PASSKEY_ORIGIN = 'http://localhost:3000';

/**
 * Adds a passkey over the API, as Security does, for an account that has verified its address.
 * @returns the recovery codes that came with it
 */
export async function addPasskey(
  app: FastifyInstance,
  person: Person,
  device: PasskeyDevice,
  label = 'Key',
): Promise<string[]> {
  await verifyEmailOf(app, person);
  const started = await person.call('POST', '/user/passkeys/options');
  if (started.status !== 200) throw new Error(`it was refused: ${started.errors.join()}`);
  const added = await person.call('POST', '/user/passkeys', {
    label,
    credential: device.make(started.items[0]),
  });
  if (added.status !== 200) throw new Error(`the passkey was refused: ${added.errors.join()}`);
  return added.items[0].recovery_codes;
}

/** Asks for a login and answers with a device, from a browser that nobody knows. */
export async function logInByPasskey(app: FastifyInstance, device: PasskeyDevice): Promise<Answer> {
  const [options] = (await send(app, { method: 'POST', url: '/login/passkey/options' })).items;
  const payload = { credential: device.use(options) };
  return send(app, { method: 'POST', url: '/login/passkey', payload });
}
