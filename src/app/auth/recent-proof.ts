import { call, callForOne } from '#app/api/client.ts';
import { askForOwnPasskey, proveWithPasskey } from '#modules/accounts/sessions/passkeys.contract.ts';
import { proveAgain } from '#modules/accounts/sessions/proof.contract.ts';
import { usePasskey } from './passkeys.ts';
import { changeSession } from './session-state.ts';

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

/** @returns true after the password, false after the dialog was closed */
export function askForProof(): Promise<boolean> {
  wait ??= beginWait();
  return wait.over;
}

/** @throws ApiError after a wrong password, shown at the field */
export async function giveProof(password: string): Promise<void> {
  await call(proveAgain, { body: { password } });
  endWait(true);
}

/** @throws ApiError; Error without a passkey */
export async function giveProofByPasskey(): Promise<void> {
  const credential = await usePasskey(await callForOne(askForOwnPasskey));
  await call(proveWithPasskey, { body: { credential } });
  endWait(true);
}

export function withholdProof(): void {
  endWait(false);
}
