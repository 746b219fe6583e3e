import { m } from '#i18n/messages.js';
import { ReadableError } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { knownBrowser } from '#app/api/tokens.ts';
import { askForPasskey, logInWithPasskey } from '#modules/accounts/sessions/passkeys.contract.ts';
import { addPasskey, startPasskey } from '#modules/accounts/enrolment/enrolment.contract.ts';

const library = () => import('@simplewebauthn/browser');

/** @throws ReadableError after a closed dialog or without a passkey */
async function fromBrowser<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const wasHere = error instanceof Error && error.name === 'InvalidStateError';
    const sentence = wasHere ? m.account_passkey_here_already() : m.account_passkey_none();
    throw new ReadableError(sentence, { cause: error });
  }
}

/** @throws ReadableError as above */
export async function usePasskey(options: unknown) {
  const { startAuthentication } = await library();
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const used = await fromBrowser(() => startAuthentication({ optionsJSON: options as Options }));
  // The portal requests no extensions.
  return { ...used, clientExtensionResults: {} };
}

/** @throws ApiError; ReadableError as above */
export async function enterWithPasskey() {
  const credential = await usePasskey(await callForOne(askForPasskey));
  return callForOne(logInWithPasskey, { body: { credential }, headers: knownBrowser() });
}

/**
 * @returns the recovery codes after the first authenticator
 * @throws ApiError; ReadableError as above
 */
export async function makePasskey(label: string): Promise<string[]> {
  const options: unknown = await callForOne(startPasskey);
  const { startRegistration } = await library();
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const credential = await fromBrowser(() => startRegistration({ optionsJSON: options as Options }));
  const { id, rawId, type, response } = credential;
  const { clientDataJSON, attestationObject, transports } = response;
  const made = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  return (await callForOne(addPasskey, { body: { label, credential: made } })).recovery_codes;
}
