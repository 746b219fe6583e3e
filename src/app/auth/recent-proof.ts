import { call, callForOne } from '#app/api/client.ts';
import { askForOwnPasskey, proveWithPasskey } from '#modules/accounts/sessions/passkeys.contract.ts';
import { proveAgain } from '#modules/accounts/sessions/proof.contract.ts';
import { usePasskey } from './passkeys.ts';
import { changeSession } from './session-state.ts';

/** The calls that wait for the password, however many: one dialog asks for all of them. */
type Wait = { readonly over: Promise<boolean>; readonly end: (isProved: boolean) => void };
let wait: Wait | undefined;

function beginWait(): Wait {
  let end: Wait['end'] = () => {};
  const over = new Promise<boolean>((resolve) => (end = resolve));
  changeSession({ isProofAsked: true });
  return { over, end };
}

function endWait(isProved: boolean): void {
  changeSession({ isProofAsked: false });
  wait?.end(isProved);
  wait = undefined;
}

/** Opens the dialog over the page; answers once the password was given, or the dialog closed. */
export function askForProof(): Promise<boolean> {
  wait ??= beginWait();
  return wait.over;
}

/** @throws ApiError when the password is wrong, which the dialog says at its field */
export async function giveProof(password: string): Promise<void> {
  await call(proveAgain, { body: { password } });
  endWait(true);
}

/** The same with a passkey of the account. @throws ApiError; Error when the browser gave none */
export async function giveProofByPasskey(): Promise<void> {
  const credential = await usePasskey(await callForOne(askForOwnPasskey));
  await call(proveWithPasskey, { body: { credential } });
  endWait(true);
}

/** The calls that wait are refused, and their pages stay as they are. */
export function withholdProof(): void {
  endWait(false);
}
