import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { METHODS } from '#tests/support/app/hosted-app.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { stripeSettings } from '#tests/support/portal/portal-on-stripe.ts';
import type { ForSale } from '#tests/support/forms/checkout-body.ts';
import { withPortal } from '../with-portal.ts';

/** What the simulated account does for the bench besides being Stripe. */
export type AccountDoor = {
  /** types a card into fields that a portal has opened */
  type(given: { client_secret: string; number: string }): void;
  /** gives a customer and its method so many copies, whose ids end in -1, -2 and so on */
  copy(given: { method: string; count: number }): void;
  /** gives the one movement there is, of a charge, copies with these numbers, all so many days old */
  copyMovement(given: { from: number; to: number; daysAgo: number }): void;
  mostInASecond(): number;
  expectNoFaults(): void;
};

export type Account = {
  origin: string;
  ask<Call extends keyof AccountDoor>(
    call: Call,
    ...given: Parameters<AccountDoor[Call]>
  ): Promise<ReturnType<AccountDoor[Call]>>;
  stop(): void;
};

/** Starts a simulated account at Stripe in a process of its own. */
async function startAccount(): Promise<Account> {
  const child = fork(join(import.meta.dirname, 'stripe-account.ts'));
  // It must not outlive a bench that fails.
  process.once('exit', () => child.kill());
  const next = async () => {
    const [said] = (await once(child, 'message')) as [{ answer: never; error?: string }];
    if (said.error !== undefined) throw new Error(said.error);
    return said.answer;
  };
  const origin = await next();
  return {
    origin,
    ask: async (call, ...given) => {
      const answer = next();
      child.send({ call, given: given[0] });
      return answer;
    },
    stop: () => void child.kill(),
  };
}

/**
 * A portal of its own whose money a simulated Stripe moves, for as long as `bench` runs.
 * @param limit  how many questions a second it may ask
 */
export async function withPortalAtStripe(
  bench: (portal: PortalProcess, dataDir: string, account: Account) => Promise<void>,
  limit: string,
): Promise<void> {
  const account = await startAccount();
  const env = { NODE_ENV: 'test', BENCH_LIMIT: limit, ...stripeSettings(account) };
  const nodeArgs = ['--import', new URL('set-limit.ts', import.meta.url).href];
  console.log(`Over HTTP from a simulated Stripe, ${limit} questions a second at most.\n`);
  await withPortal((running, dataDir) => bench(running, dataDir, account), { env, nodeArgs });
  await account.ask('expectNoFaults');
  console.log(`\nThe most calls that came to it in a second: ${await account.ask('mostInASecond')}.`);
  account.stop();
}

type Family = { student_id: number; token: string };

/** Buys by a card that is typed into Stripe's fields. */
export async function buyAtStripe(
  url: string,
  { account, forSale }: { account: Account; forSale: ForSale },
  { student_id, token }: Family,
): Promise<void> {
  const http = httpClient(url);
  const post = async (path: string, body: object) => {
    const { status, errors, items } = await http.call({ method: 'POST', path, token, body });
    if (status !== 200) throw new Error(`POST ${path} was answered with ${status}: ${errors.join(' ')}`);
    return items[0];
  };
  const entry = await post(`${METHODS}/entries`, { kind: 'card', program_group_id: null });
  await account.ask('type', { client_secret: entry.client_secret, number: '4242424242424242' });
  const payment = { payment_type: 'paymentTypeCreditCard', cc: { token: entry.token } };
  await post('/order', { contract: { ...forSale, student_id }, payment });
  http.close();
}

/** Gives each copied family its own customer and method at the account, as its rows name them. */
export async function copyAtStripe(pool: pg.Pool, account: Account, count: number): Promise<void> {
  const { rows } = await pool.query<{ gateway_ref: string }>(
    "select gateway_ref from payment_methods where gateway_ref like 'pm\\_%' and gateway_ref not like '%-%'",
  );
  await account.ask('copy', { method: rows[0]!.gateway_ref, count });
  await pool.query(`update payment_methods
    set gateway_customer = gateway_customer || '-' || split_part(gateway_ref, '-', 2)
    where gateway_ref like 'pm\\_%-%'`);
  await pool.query(`update processor_customers c set customer_ref = m.gateway_customer
    from payment_methods m where m.user_id = c.user_id`);
}
