import { randomUUID } from 'node:crypto';
import { Refusal } from '#kit/refusal.ts';
import { within } from '#kit/within.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Processor } from '#platform/payments/processor.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import { findBinding, hasMethods, insertBinding, type Binding } from './binding.queries.ts';

export { findBinding } from './binding.queries.ts';

/** A processor that this database is held to. */
export type BoundProcessor = {
  /** whether money may move at this moment */
  isOpen: () => boolean;
  /** the random id of this database at the processor */
  portal: () => string;
  /** an answer was of the other mode: nothing more is paid until the account has said who it is */
  onOtherMode: () => void;
  /** our key is not taken any more: nothing is paid until the account has said who it is, by a key that is */
  onKeyRefused: () => void;
  /** compares the account with that of the database, and binds a new database to it; never throws */
  check: () => Promise<void>;
};

type Parts = {
  db: Database;
  clock: Clock;
  log: Log;
  name: Processor;
  /** asks the processor whose keys these are; undefined for the sandbox, which has no account */
  identify: (() => Promise<string>) | undefined;
  /** the row of the database as it was when it was opened */
  binding: Binding | undefined;
};

/** The start does not wait longer for an account to say who it is. */
const WITHIN_MS = 5_000;

const WHY = {
  other_processor: 'this database belongs to another processor or mode',
  other_account: 'this database belongs to another account at the processor',
  used_by_sandbox: 'this database has payment methods of the sandbox',
  other_mode: 'the processor answered in the other mode',
  key_refused: 'the processor does not take our key',
};
type Why = keyof typeof WHY;

/**
 * Holds a database to one account of one processor, so that no test key ever meets a book with money in it.
 * Payments are closed until the account has said who it is, and as long as it is another one.
 */
export function bindProcessor(parts: Parts): BoundProcessor {
  const { db, log, name, identify } = parts;
  let { binding } = parts;
  let state: 'unknown' | 'open' | Why = identify ? 'unknown' : 'open';
  let account_id: string | undefined;
  const candidate = randomUUID();
  const become = (next: typeof state) => {
    if (next === state) return;
    state = next;
    if (next === 'open') log.info({ processor: name }, 'payments are open');
    else if (next !== 'unknown') log.error({ processor: name, why: WHY[next] }, 'payments are closed');
  };
  const compare = async () => {
    binding = await findBinding(db);
    if (binding && binding.processor !== name) return become('other_processor');
    if (!identify) return become('open');
    account_id ??= await within(WITHIN_MS, identify());
    if (account_id === undefined) throw new Error('no answer in time');
    binding ??= await bind(parts, { account_id, portal: candidate });
    if (!binding) return become('used_by_sandbox');
    if (binding.processor !== name) return become('other_processor');
    return become(binding.account_id === account_id ? 'open' : 'other_account');
  };
  const close = (why: Why) => {
    account_id = undefined;
    become(why);
  };
  return {
    isOpen: () => state === 'open',
    portal: () => binding?.portal ?? candidate,
    onOtherMode: () => close('other_mode'),
    onKeyRefused: () => close('key_refused'),
    check: () =>
      compare().catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'the account at the processor did not say who it is'),
      ),
  };
}

/** @returns the row that stands now; undefined where the sandbox has been used: that is for staff to end */
async function bind(
  { db, clock, name }: Parts,
  { account_id, portal }: Pick<Binding, 'account_id' | 'portal'>,
): Promise<Binding | undefined> {
  if (await hasMethods(db)) return undefined;
  const livemode = name === 'stripe_live';
  const row = { processor: name, account_id, livemode, portal, bound_at: clock.now() };
  await db.transaction((tx) => insertBinding(tx, row));
  return findBinding(db);
}

/** @throws Refusal payments_closed, before anything is written or asked */
export function refuseWhileClosed({ arePaymentsOpen }: Pick<BillingContext, 'arePaymentsOpen'>): void {
  if (!arePaymentsOpen()) throw new Refusal(billingRefusals.payments_closed);
}
