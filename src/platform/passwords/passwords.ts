import { NO_PASSWORD } from '#kit/no-password.ts';
import { normalizePassword } from '#kit/text/normalize-password.ts';
import { availableParallelism } from 'node:os';
import { hash, hashRaw, parseOptions, verify } from '@node-rs/argon2';
import { concurrencyLimit } from './concurrency-limit.ts';

/** The OWASP minimum for argon2id: about 40 ms and 19 MiB a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes a core and 19 MiB; the queue is some seconds of work. */
export const limitHashing = concurrencyLimit({ width: Math.max(2, availableParallelism()), waiting: 256 });

/** @param password  checked to be at most 255 characters; nothing is cut off */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), COST);
}

/** A hash of an earlier version may be of the password as typed (MD17). */
const spellingsOf = (typed: string) => [...new Set([normalizePassword(typed), typed])];

async function isAnySpelling(typed: string, password_hash: string): Promise<boolean> {
  for (const spelling of spellingsOf(typed)) if (await verify(password_hash, spelling)) return true;
  return false;
}

/** A shared salt allows to compare a single hash with the hashes of all (ASVS 6.5.2). */
export async function hashUnderSalt(text: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(text, { ...COST, salt });
}

export async function isPassword(password: string, password_hash: string): Promise<boolean> {
  if (password_hash === NO_PASSWORD) return pretendToCheck(password);
  return isAnySpelling(password, password_hash);
}

let unusedHash: Promise<string> | undefined;

/** Takes as long as a real check, for an email without an account. */
export async function pretendToCheck(password: string): Promise<false> {
  unusedHash ??= hashPassword('nobody has this password');
  await isAnySpelling(password, await unusedHash);
  return false;
}

/** The next login hashes again, also where the hash may be of another spelling of the password. */
export function isOutdated(password_hash: string, password: string): boolean {
  const made = parseOptions(password_hash);
  return (
    normalizePassword(password) !== password ||
    made.memoryCost !== COST.memoryCost ||
    made.timeCost !== COST.timeCost ||
    made.parallelism !== COST.parallelism
  );
}
