import { NO_PASSWORD } from '#kit/no-password.ts';
import { availableParallelism } from 'node:os';
import { hash, hashRaw, parseOptions, verify } from '@node-rs/argon2';
import { concurrencyLimit } from './concurrency-limit.ts';

/** OWASP's minimum for argon2id, the library's own kind: about 40 ms and 19 MiB a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Every hash goes through this door: each takes a core and 19 MiB, and a crowd at the login must not
 * take the whole machine. Those who wait are some seconds of work, no more.
 */
export const limitHashing = concurrencyLimit({ width: Math.max(2, availableParallelism()), waiting: 256 });

/** @param password  checked to be at most 255 characters; nothing is cut off */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** A text under a salt that several share, so that one hash is compared with all of theirs (ASVS 6.5.2). */
export async function hashUnderSalt(text: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(text, { ...COST, salt });
}

export async function isPassword(password: string, password_hash: string): Promise<boolean> {
  if (password_hash === NO_PASSWORD) return pretendToCheck(password);
  return verify(password_hash, password);
}

let unusedHash: Promise<string> | undefined;

/** Takes as long as checking a real password, for an e-mail that has no account. */
export async function pretendToCheck(password: string): Promise<false> {
  unusedHash ??= hashPassword('nobody has this password');
  await verify(await unusedHash, password);
  return false;
}

/** Whether a hash was made with other parameters than today's, to be made anew at the next login. */
export function isOutdated(password_hash: string): boolean {
  const made = parseOptions(password_hash);
  return (
    made.memoryCost !== COST.memoryCost ||
    made.timeCost !== COST.timeCost ||
    made.parallelism !== COST.parallelism
  );
}
