import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { startStripe } from '#tests/simulators/stripe/http.ts';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';
import { stripeSettings } from '#tests/support/portal/portal-on-stripe.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';

const NOTE = join(import.meta.dirname, '../support/portal/note-loaded-files.ts');

let folder: string;
let portal: PortalProcess | undefined;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'schoolrun-payment-settings-'))));
afterEach(async () => {
  await portal?.kill();
  portal = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Starts a portal that notes which files it loads. */
async function start(settings: Record<string, string>): Promise<{ loaded: () => string }> {
  const LOADED_FILES = join(folder, 'loaded');
  const env = { NODE_ENV: 'test', NODE_OPTIONS: `--import=${NOTE}`, LOADED_FILES, ...settings };
  portal = await startPortalProcess(join(folder, 'data'), { script: 'scripts/start.js', env });
  return { loaded: () => readFileSync(LOADED_FILES, 'utf8') };
}

const paymentsOf = async () => {
  const answer = await fetch(`${portal!.url}/api/server/info`);
  return ((await answer.json()) as { items: [{ payments: object }] }).items[0].payments;
};

const OF_STRIPE = /node_modules\/stripe\//;

/** @shows S19.6 */
it('a portal without keys is the sandbox with its demo, and reads nothing of Stripe (check 43)', async () => {
  const { loaded } = await start({});
  expect(await paymentsOf()).toEqual({ kind: 'sandbox' });
  expect(loaded()).toContain('/main.js');
  expect(loaded()).not.toMatch(OF_STRIPE);
});

/** @shows S19.1 S19.4 */
describe('a portal with keys of Stripe', () => {
  it('asks the account who it is, and binds its database to it', async () => {
    const stripe = await startStripe({ now: new Date() });
    const { loaded } = await start(stripeSettings(stripe));
    expect(await paymentsOf()).toMatchObject({ kind: 'stripe', is_live: false });
    expect(loaded()).toMatch(OF_STRIPE);
    expect(portal!.output()).toContain('payments are open');
    await stripe.close();
  });

  /** @shows S25.28 */
  it('that stood still reads what was charged meanwhile before anybody is let in', async () => {
    const stripe = await startStripe({ now: new Date() });
    await start(stripeSettings(stripe));
    const client = new pg.Client(databaseUrlOf(join(folder, 'data')));
    await client.connect();
    await client.query(`insert into processor_cursors (list, read_until, whole_at)
      values ('events', now() - interval '1 hour', now() - interval '1 hour')
      on conflict (list) do update set whole_at = excluded.whole_at`);
    await client.end();
    await portal!.stop();
    stripe.simulator.requests.length = 0;
    await start(stripeSettings(stripe));
    expect(stripe.simulator.requests.map(({ path }) => path)).toContain('/v1/events');
    await portal!.stop();
    await stripe.close();
  });

  it('starts and serves while Stripe is away', async () => {
    await start(stripeSettings({ origin: 'http://127.0.0.1:9' }));
    expect(await paymentsOf()).toMatchObject({ kind: 'stripe' });
    expect(portal!.output()).not.toContain('payments are open');
  });

  it('is not started by half of them', async () => {
    const half = { STRIPE_SECRET_KEY: 'sk_test_a1' };
    await expect(start(half)).rejects.toThrow(
      'STRIPE_PUBLISHABLE_KEY must be set together with STRIPE_SECRET_KEY.',
    );
  });
});
