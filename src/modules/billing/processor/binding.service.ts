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

export type BoundProcessor = {
  isOpen: () => boolean;
  portal: () => string;
  /** an answer came from the other mode: payments close until the account is known again */
  onOtherMode: () => void;
  /** the processor refused the key: payments close until the account is known by a valid key */
  onKeyRefused: () => void;
  /** compares the account with the account of the database, and binds a new database; never throws */
  check: () => Promise<void>;
};

type Parts = {
  db: Database;
  clock: Clock;
  log: Log;
  name: Processor;
  identify: (() => Promise<string>) | undefined;
  binding: Binding | undefined;
};

const WITHIN_MS = 5_000;

const WHY = {
  other_processor: 'this database belongs to another processor or mode',
  other_account: 'this database belongs to another account at the processor',
  used_by_sandbox: 'this database has payment methods of the sandbox',
  other_mode: 'the processor answered in the other mode',
  key_refused: 'the processor does not take our key',
};
type Why = keyof typeof WHY;
type State = 'unknown' | 'open' | Why;

function loggedState({ log, name }: Parts, first: State) {
  let state = first;
  return {
    isOpen: () => state === 'open',
    become: (next: State): void => {
      if (next === state) return;
      state = next;
      if (next === 'open') log.info({ processor: name }, 'payments are open');
      else if (next !== 'unknown') log.error({ processor: name, why: WHY[next] }, 'payments are closed');
    },
  };
}

/** Keeps test keys away from books with money. */
export function bindProcessor(parts: Parts): BoundProcessor {
  const { db, log, name, identify } = parts;
  let { binding } = parts;
  let account_id: string | undefined;
  const candidate = randomUUID();
  const { isOpen, become } = loggedState(parts, identify ? 'unknown' : 'open');
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
    isOpen,
    portal: () => binding?.portal ?? candidate,
    onOtherMode: () => close('other_mode'),
    onKeyRefused: () => close('key_refused'),
    check: () =>
      compare().catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'the account at the processor did not say who it is'),
      ),
  };
}

/** @returns the present row; undefined if the sandbox has saved methods here: staff must decide */
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
