import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '#kit/durations.ts';
import type { Vault } from '#platform/vault/vault.ts';

const USE = 'passkey';

/** As long as a browser asks for a finger or a PIN. */
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

/** What a passkey is asked for, and in which session; a login has none. */
export type Asked = { purpose: 'add' | 'login' | 'prove'; session_id?: string };

const saysOf = ({ purpose, session_id = '' }: Asked): string => `${purpose}.${session_id}`;

/**
 * What a passkey signs to show that it is there now. The vault's signature says that it is ours and what it
 * is for, so nothing is stored for whoever only asks; the answer is what is remembered (decision 78).
 */
export function newChallenge(vault: Vault, asked: Asked, now: Date): string {
  const text = [saysOf(asked), now.getTime(), randomBytes(16).toString('base64url')].join('.');
  return `${text}.${vault.sign(USE, text)}`;
}

/** Whether a challenge is ours, of this purpose and session, and young enough. */
export function isOwnChallenge(vault: Vault, challenge: string, asked: Asked, now: Date): boolean {
  const at = challenge.lastIndexOf('.');
  const text = challenge.slice(0, at);
  if (!vault.isSigned(USE, text, challenge.slice(at + 1))) return false;
  const prefix = `${saysOf(asked)}.`;
  if (!text.startsWith(prefix)) return false;
  const [time = ''] = text.slice(prefix.length).split('.');
  const age = now.getTime() - Number(time);
  return age >= 0 && age < CHALLENGE_LIFE_MS;
}
