import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import type { Message } from '#platform/outbox/outbox.ts';

export type MailedAccount = { email: string; email_verified_at: Date | null; disabled_at: Date | null };

/** "Hello Ada,", or "Hello," without a name. */
export const greetingOf = (first_name: string | null): string =>
  first_name ? m.mail_greeting({ name: isolated(first_name) }) : m.mail_greeting_unnamed();

/**
 * Checks that an address is the account's own, verified address. Only there may a mail hold typed names:
 * anybody can open an account with a stranger's address, or name the address as a guardian's.
 * Source: H15
 */
export function isOwnAddress(address: string, account: MailedAccount | undefined): boolean {
  if (!account?.email_verified_at || account.disabled_at) return false;
  return account.email.toLowerCase() === address.toLowerCase();
}

type Words = Omit<Message, 'to' | 'hasOthers'>;

/**
 * Writes the mail for a single reader, so no reader sees another's address: with names to the account's own
 * address, without names to others. For the next reader, the outbox passes `reader` in the payload.
 * Source: H15; decision 94
 */
export async function toReaders(
  payload: Record<string, unknown>,
  to: readonly string[],
  account: MailedAccount | undefined,
  write: (isNamed: boolean) => Words | Promise<Words>,
): Promise<Message | undefined> {
  const place = Number(payload['reader'] ?? 0);
  const address = to[place];
  if (address === undefined) return undefined;
  const words = await write(isOwnAddress(address, account));
  return { to: [address], ...words, ...(place + 1 < to.length && { hasOthers: true }) };
}
