import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractNote } from '#tests/simulators/stripe/contract-notes.ts';
import { OPERATIONS } from '#tests/simulators/stripe/description.ts';
import { reportOf } from './contract-stripe/report.ts';

/*
 * `npm run contract:stripe`: runs the suites of the adapter and of the simulated Stripe over HTTP, and says
 * which operations and methods they have covered. It fails when one is lost, when a request or an answer does
 * not fit Stripe's description, or when a test fails.
 */

const SUITES = ['src/platform/payments/stripe', 'tests/simulators/stripe/simulator.test.ts'];

const SENT_BY_PORTAL = [
  'Accounts.retrieveCurrent',
  'Balance.retrieve',
  'BalanceTransactions.list',
  'Charges.retrieve',
  'Customers.create',
  'Disputes.list',
  'Disputes.retrieve',
  'Events.list',
  'Mandates.retrieve',
  'PaymentIntents.cancel',
  'PaymentIntents.create',
  'PaymentIntents.list',
  'PaymentIntents.retrieve',
  'PaymentMethods.detach',
  'PaymentMethods.retrieve',
  'Payouts.list',
  'Payouts.retrieve',
  'Refunds.create',
  'Refunds.list',
  'Refunds.retrieve',
  'SetupAttempts.list',
  'SetupIntents.cancel',
  'SetupIntents.create',
  'SetupIntents.retrieve',
];

const LEFT_OUT = {
  'CustomerSessions.create': 'saved methods are shown by our own pages, never by those of Stripe',
  'Refunds.cancel': 'Stripe cancels a refund only while it waits for its payer, and none of ours does',
};

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-contract-'));
const file = join(folder, 'notes.jsonl');
const projects = ['--project', 'fast', '--project', 'long'];
const { status } = spawnSync('vitest', ['run', ...projects, '--reporter', 'dot', ...SUITES], {
  stdio: 'inherit',
  env: { ...process.env, STRIPE_CONTRACT: file },
});
const notes = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ContractNote);
rmSync(folder, { recursive: true });

const operations = OPERATIONS.map(({ id }) => id);
const { lines, problems } = reportOf(
  { operations, sent_by_portal: SENT_BY_PORTAL, left_out: LEFT_OUT },
  notes,
);
console.log(['', ...lines, ...problems.map((problem) => `FAILED: ${problem}`)].join('\n'));
process.exitCode = problems.length > 0 || status !== 0 ? 1 : 0;
