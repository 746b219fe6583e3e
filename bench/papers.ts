/**
 * What the mails and papers of an order cost: milliseconds of CPU for an order in all, from the claim of its
 * mails to their marks, files included, beside the goal of 30; then, of as many orders more, for each kind of
 * mail with what is attached to it and for each paper. The orders are placed first, so that nothing else runs
 * meanwhile.
 * Run: npm run bench:papers -- [--orders 100]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '#db/demo/seed-demo.service.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { silentLog } from '#platform/log/log.ts';
import { drainOutbox, enqueue, type Renderers } from '#platform/outbox/outbox.ts';
import { renderDocument } from '#platform/pdf/render-document.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import type { AppContext } from '#server/app-context.ts';
import { buildApp } from '#server/build-app.ts';
import { emailRenderers } from '#server/email-renderers.ts';
import { openAppContext } from '#server/open-app-context.ts';
import { checkoutByCard, findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { serverPidOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { cpuMsOfServer } from './checkout/cpu-time.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({ options: { orders: { type: 'string', default: '100' } } });
const orders = Number(flags.orders);
const WARM_UP = 200;
const GOAL_MS = 30;

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

type Sum = { count: number; cpuMs: number };
type Sums = Map<string, Sum>;

/** Does the work and adds its CPU time, every thread's, to the sum of its name. */
async function counted<T>(sums: Sums, name: string, work: () => Promise<T>): Promise<T> {
  const before = ownCpuMs();
  try {
    return await work();
  } finally {
    const sum = sums.get(name) ?? { count: 0, cpuMs: 0 };
    sums.set(name, { count: sum.count + 1, cpuMs: sum.cpuMs + ownCpuMs() - before });
  }
}

/** Papers are drawn and kept by the thread that mails them, as the background thread does it. */
const withPapersHere = async (context: AppContext): Promise<AppContext> => ({
  ...context,
  files: sealedFiles(await openFileStore(context.config, { mayHoldUp: true }), context.vault),
  pdfRenderer: { ...context.pdfRenderer, print: async (paper) => renderDocument(paper) },
});

/** The context whose papers and mails are counted; one is made after the other, so the times are apart. */
function countedContext(context: AppContext, sums: Sums): { context: AppContext; renderers: Renderers } {
  const { mail } = context;
  const measured: AppContext = {
    ...context,
    mail: { send: (message) => counted(sums, 'compose and write a message', () => mail.send(message)) },
    pdfRenderer: {
      ...context.pdfRenderer,
      print: (paper) => {
        const name = paper.blocks.some(({ k }) => k === 'html') ? 'signed contract' : 'receipt';
        return counted(sums, `paper: ${name}`, () => renderDocument(paper));
      },
    },
  };
  const kinds = Object.entries(emailRenderers(measured)).map(([kind, render]) => [
    kind,
    (payload: Record<string, unknown>) => counted(sums, `mail: ${kind}`, () => render(payload)),
  ]);
  return { context: measured, renderers: Object.fromEntries(kinds) as Renderers };
}

/** Buys for as many families, one after another. */
async function placeOrders(context: AppContext, url: string, count: number): Promise<number[]> {
  const http = httpClient(url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const families = await prepareFamilies(context, count);
  for (const { student_id, token } of families) {
    const body = checkoutByCard(forSale, student_id, '4242424242424242');
    const headers = { 'idempotency-key': `bench-papers-${student_id}` };
    const { status, errors } = await http.call({ method: 'POST', path: '/order', token, body, headers });
    if (status !== 200) throw new Error(`an order was answered with ${status}: ${errors.join(' ')}`);
  }
  http.close();
  return families.map(({ user_id }) => user_id);
}

async function askForAccountMails(db: Database, now: Date, user_id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const asked = {
      ref: `bench-${user_id}`,
      payload: { user_id, redirect_path: null, at: now },
    };
    for (const kind of ['accounts.reset_password', 'accounts.password_changed'])
      await enqueue(tx, now, { kind, ...asked });
  });
}

type Cpu = { ownMs: number; serverMs: number };

/** What the drain of all waiting mails takes, of this process and of PostgreSQL. */
async function cpuOfDrain(context: AppContext, renderers: Renderers, serverPid: number): Promise<Cpu> {
  const before = { own: ownCpuMs(), server: cpuMsOfServer(serverPid) };
  await drainOutbox(context, renderers);
  return { ownMs: ownCpuMs() - before.own, serverMs: cpuMsOfServer(serverPid) - before.server };
}

function printFigures(whole: Cpu, sums: Sums): void {
  console.log('| what | how many | CPU ms each |\n|---|--:|--:|');
  const print = (what: string, count: number, ms: number) =>
    console.log(`| ${what} | ${count} | ${(ms / count).toFixed(2)} |`);
  print(`**an order: its mails and papers** (goal ≤ ${GOAL_MS})`, orders, whole.ownMs);
  print('… and of PostgreSQL’s CPU', orders, whole.serverMs);
  for (const [name, { count, cpuMs }] of [...sums].toSorted(([a], [b]) => a.localeCompare(b)))
    print(name, count, cpuMs);
}

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-papers-'));
chmodSync(dataDir, 0o755);
const config = readConfig({
  DATA_DIR: dataDir,
  REQUESTS_PER_NETWORK: '0',
  REQUESTS_PER_TOKEN: '0',
  VISITORS_AT_ONCE: '0',
});
const { context, close } = await openAppContext(config, silentLog(), 'tool');
try {
  await seedDemo(context);
  const app = await buildApp(context);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await placeOrders(context, url, WARM_UP);
  const plain = await withPapersHere(context);
  const renderers = emailRenderers(plain);
  await drainOutbox(plain, renderers);
  const serverPid = serverPidOf(dataDir);
  await placeOrders(context, url, orders);
  const whole = await cpuOfDrain(plain, renderers, serverPid);
  const buyers = await placeOrders(context, url, orders);
  for (const user_id of buyers) await askForAccountMails(context.db, context.clock.now(), user_id);
  await app.close();
  const sums: Sums = new Map();
  const measured = countedContext(plain, sums);
  await drainOutbox(measured.context, measured.renderers);
  printFigures(whole, sums);
} finally {
  await close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
