import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { registerFamily, send } from '#tests/support/app/people.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();

const ROWS = `select json_agg(o)::text as rows from outbox o
  union all select json_agg(c)::text from attempt_counters c`;

/** @shows MH15.6 */
it('an email address leaves no digest that a thief of the database can try addresses against', async () => {
  const { email } = await registerFamily(app);
  const post = (url: string, payload: object) => send(app, { method: 'POST', url, payload });
  for (const address of [email, 'nobody@okafor.example']) {
    await post('/login', { email: address, password: 'a wrong password' });
    await post('/forgot-password', { email: address });
  }
  const { rows } = await context.database.pool.query<{ rows: string }>(ROWS);
  const stored = rows.map((row) => row.rows).join();
  expect(stored).toContain('accounts.reset_password');
  for (const address of [email, 'nobody@okafor.example']) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(stored).not.toContain(createHash('sha256').update(address).digest(encoding));
    expect(stored).toContain(context.vault.sign('email', address));
  }
});
