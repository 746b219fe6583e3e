import { randomUUID } from 'node:crypto';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Readiness } from '#platform/payments/readiness.ts';
import type { Processor } from '#platform/payments/processor.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import {
  countMethods,
  forgetProcessor,
  listOrdersWithoutMethod,
  listUnfinished,
  lockPayments,
  putAwayMethods,
  replaceBinding,
  type CountedMethods,
  type OrderWithoutMethod,
} from './adopt.queries.ts';
import { findBinding, type Binding } from '#modules/billing/processor/binding.queries.ts';

type Deps = Pick<BillingContext, 'db' | 'clock' | 'gateway' | 'identify'>;

export type Unfinished = Awaited<ReturnType<typeof listUnfinished>>;

type Adopted = {
  k: 'adopted' | 'already';
  binding: Binding;
  put_away: number;
  without_method: OrderWithoutMethod[];
};

export type Adoption =
  | Adopted
  | { k: 'no_account' }
  | { k: 'live_to_test' }
  | { k: 'unfinished'; unfinished: Unfinished };

const isUnfinished = (unfinished: Unfinished) => Object.values(unfinished).some((ids) => ids.length > 0);

/**
 * Moves the database to the account of the present keys in a single transaction; refuses while the former
 * processor has unfinished work. No token is carried over; families enter cards again, and `isNotified` sends
 * a request. A repeated call puts away methods saved meanwhile by a portal of the former processor (S23).
 * @throws if the account does not identify itself
 */
export async function adopt(deps: Deps, { isNotified }: { isNotified: boolean }): Promise<Adoption> {
  const { db, clock, gateway, identify } = deps;
  const { processor } = gateway;
  if (!identify) return { k: 'no_account' };
  const account_id = await identify();
  return db.transaction(async (tx) => {
    await lockPayments(tx);
    const before = await findBinding(tx);
    const isSame = before?.processor === processor && before.account_id === account_id;
    if (before?.livemode && processor !== 'stripe_live') return { k: 'live_to_test' };
    const binding = isSame ? before : bindingOf(deps, account_id);
    if (!isSame) {
      const unfinished = await listUnfinished(tx);
      if (isUnfinished(unfinished)) return { k: 'unfinished', unfinished };
      await replaceBinding(tx, binding);
      await forgetProcessor(tx, binding);
    }
    const put_away = await putAwayMethods(tx, binding);
    const without_method = await listOrdersWithoutMethod(tx);
    if (!isSame || put_away > 0)
      await writeAudit(tx, clock.now(), undefined, {
        action: 'processor.adopt',
        subject: `processor:${account_id}`,
        detail: { from: before?.processor ?? 'sandbox', to: processor, methods: put_away },
      });
    if (isNotified) await askForMethods(tx, clock.now(), { binding, orders: without_method });
    return { k: isSame ? 'already' : 'adopted', binding, put_away, without_method };
  });
}

type Asking = { binding: Binding; orders: readonly OrderWithoutMethod[] };

async function askForMethods(tx: Tx, now: Date, { binding, orders }: Asking): Promise<void> {
  for (const { order_id, payment_id } of orders)
    await enqueue(tx, now, {
      kind: 'billing.enter_method_again',
      ref: `${binding.portal}-${order_id}`,
      payload: { payment_id, asked_at: now },
    });
}

const bindingOf = ({ clock, gateway: { processor } }: Deps, account_id: string): Binding => ({
  processor,
  account_id,
  livemode: processor === 'stripe_live',
  portal: randomUUID(),
  bound_at: clock.now(),
});

export type ProcessorStatus = {
  processor: Processor;
  account_id: string | null;
  binding: Binding | undefined;
  methods: CountedMethods[];
  unfinished: Unfinished;
  without_method: OrderWithoutMethod[];
  readiness: Readiness | null;
};

type Asked = Pick<BillingContext, 'db' | 'gateway' | 'identify' | 'readReadiness'>;

/** Reads the effects of `adopt` without changes. */
export async function processorStatus({ db, gateway, ...account }: Asked): Promise<ProcessorStatus> {
  const { identify, readReadiness } = account;
  return {
    readiness: (await readReadiness?.().catch(() => null)) ?? null,
    processor: gateway.processor,
    account_id: (await identify?.().catch(() => null)) ?? null,
    binding: await findBinding(db),
    methods: await countMethods(db),
    unfinished: await listUnfinished(db),
    without_method: await listOrdersWithoutMethod(db),
  };
}
