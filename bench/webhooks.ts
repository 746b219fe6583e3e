/**
 * Events that Stripe delivers, so many a second whether or not the last one was answered, while the
 * database is busy with something else: how long each answer took, beside bare Fastify, which keeps nothing.
 * The bar is 50 ms for 99 of 100.
 * Run: npm run bench:webhooks -- [--rate 200] [--seconds 20] [--busy 2]
 */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';
import { stripeSettings } from '#tests/support/portal/portal-on-stripe.ts';
import { startBareProcess } from './bare-process.ts';
import { withPortal } from './with-portal.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    busy: { type: 'string', default: '2' },
  },
});
const RATE = Number(flags.rate);
const SECONDS = Number(flags.seconds);
const BUSY = Number(flags.busy);
const SECRET = 'whsec_simulated';

const stripe = await startBareProcess('webhooks/simulated-stripe.ts', {});
const agent = new Agent({ keepAlive: true });
await withPortal(
  async ({ url }, dataDir) => {
    const bare = await startBareProcess('webhooks/bare-endpoint.ts', {});
    const stopLoad = await busyDatabase(databaseUrlOf(dataDir));
    console.log(
      `${RATE} deliveries a second for ${SECONDS} s; ${BUSY} connections keep the database busy.\n`,
    );
    console.log('| who | answers | median ms | p99 ms | slowest ms |\n|---|--:|--:|--:|--:|');
    for (const [who, to] of [
      ['portal', url],
      ['bare Fastify', bare.url],
    ] as const) {
      await deliver(to, 2, 'warm');
      console.log(`| ${[who, ...figures(await deliver(to, SECONDS, 'evt'))].join(' | ')} |`);
    }
    await stopLoad();
    bare.stop();
  },
  { env: { NODE_ENV: 'test', ...stripeSettings({ origin: stripe.url }) } },
);
agent.destroy();
stripe.stop();

function figures(took: number[]): string[] {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  return [String(sorted.length), at(0.5), at(0.99), at(1)];
}

/** Sends at a steady rate, whether or not the last ones were answered. @returns how long each answer took */
async function deliver(to: string, seconds: number, name: string): Promise<number[]> {
  const start = performance.now();
  const answers: Promise<number>[] = [];
  for (let nth = 0; nth < seconds * RATE; nth++) {
    await sleep(Math.max(0, start + (nth * 1000) / RATE - performance.now()));
    answers.push(post(`${to}/api/webhooks/stripe`, eventOf(`evt_${name}_${process.pid}_${nth}`, nth)));
  }
  return Promise.all(answers);
}

function eventOf(id: string, nth: number): string {
  const created = Math.floor(Date.now() / 1000);
  const object = { id: `pi_bench_${nth % 50}`, object: 'payment_intent', filling: 'x'.repeat(3_000) };
  return JSON.stringify({
    id,
    object: 'event',
    created,
    livemode: false,
    type: 'payment_intent.succeeded',
    data: { object },
  });
}

function post(url: string, body: string): Promise<number> {
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` };
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode !== 200) reject(new Error(`a delivery was answered with ${answer.statusCode}`));
        else resolve(performance.now() - begun);
      });
    });
    sent.on('error', reject).end(body);
  });
}

/** Connections that sort and write without a pause. */
async function busyDatabase(url: string): Promise<() => Promise<void>> {
  const over = new AbortController();
  const work = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (!over.signal.aborted) {
      await client.query(
        `select count(*) from (select md5(n::text) from generate_series(1, 20000) n order by 1) s`,
      );
      await client.query(`insert into attempt_counters (scope, subject, window_started_at)
        values ('bench', gen_random_uuid()::text, now())`);
    }
    await client.end();
  };
  const working = Array.from({ length: BUSY }, work);
  return async () => {
    over.abort();
    await Promise.all(working);
  };
}
