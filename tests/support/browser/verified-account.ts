import type { APIRequestContext } from '@playwright/test';
import pg from 'pg';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';
import { newAccount, type Account } from './account.ts';

/** A new family whose address is verified, as if it had opened the link of its first mail. */
export async function newVerifiedAccount(request: APIRequestContext, changes: object = {}): Promise<Account> {
  const account = await newAccount(request, changes);
  const client = new pg.Client(databaseUrlOf(process.env.PORTAL_DATA ?? ''));
  await client.connect();
  await client.query('update users set email_verified_at = now() where email = $1', [account.email]);
  await client.end();
  return account;
}
