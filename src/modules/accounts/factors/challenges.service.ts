import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '#kit/durations.ts';
import type { Vault } from '#platform/vault/vault.ts';

const USE = 'passkey';

/** As long as a browser waits for a finger or a PIN. */
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

export type Asked = { purpose: 'add' | 'login' | 'prove'; session_id?: string };

const saysOf = ({ purpose, session_id = '' }: Asked): string => `${purpose}.${session_id}`;

/**
 * Makes a challenge for a passkey to sign. The vault's signature proves origin and purpose, so an unanswered
 * challenge needs no row; only answers are stored (decision 78).
 */
export function newChallenge(vault: Vault, asked: Asked, now: Date): string {
  const text = [saysOf(asked), now.getTime(), randomBytes(16).toString('base64url')].join('.');
  return `${text}.${vault.sign(USE, text)}`;
}

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
