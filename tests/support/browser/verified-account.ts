import type { APIRequestContext } from '@playwright/test';
import { queryPortal } from '#tests/support/portal/query-portal.ts';
import { newAccount, type Account } from './account.ts';

/** A new family whose address is verified, as if it had opened the link of its first mail. */
export async function newVerifiedAccount(request: APIRequestContext, changes: object = {}): Promise<Account> {
  const account = await newAccount(request, changes);
  await queryPortal('update users set email_verified_at = now() where email = $1', [account.email]);
  return account;
}
