import type { Vault } from '#platform/vault/vault.ts';

/** `confirm` goes to the new address, `undo` to the old one. */
export type LinkOfChange = 'confirm' | 'undo';

const textOf = (link: LinkOfChange, id: number) => `email change ${link} ${id}`;
const MARK = 'change';

/** Signed in place of stored: a mail sent twice has the same link, and the database holds no token. */
export const signedLink = (vault: Vault, link: LinkOfChange, id: number): string =>
  `${MARK}.${id}.${vault.sign('email change', textOf(link, id))}`;

export const isLinkOfChange = (token: string): boolean => token.startsWith(`${MARK}.`);

/** @returns the id of the change; undefined for a forged link */
export function changeOfLink(vault: Vault, link: LinkOfChange, token: string): number | undefined {
  const [mark, id, signature = ''] = token.split('.');
  if (mark !== MARK || !/^\d{1,15}$/.test(id ?? '')) return undefined;
  const isGenuine = vault.isSigned('email change', textOf(link, Number(id)), signature);
  return isGenuine ? Number(id) : undefined;
}
