import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { askProcessor } from '#modules/billing/processor/ask-processor.service.ts';
import { deleteMethods } from '#modules/billing/methods/erase-methods.queries.ts';
import { listUndecided, lockUnused, unnameMethods } from './entries.queries.ts';
import { endEntry, followEntry, type AskEntry } from './entry-outcomes.service.ts';
import {
  claimMethodToForget,
  deleteMethodToForget,
  insertMethodsToForget,
} from '#modules/billing/methods/forget-methods.queries.ts';

const OPEN_MS = 30 * MINUTE_MS;

const UNUSED_MS = DAY_MS;

/** Keeps data entered in time (S15). */
export async function endEntries(billing: BillingContext): Promise<void> {
  const now = billing.clock.now().getTime();
  const ask: AskEntry = (question) => askProcessor(billing, question);
  for (const stale of await listUndecided(billing.db, { state: 'open', before: new Date(now - OPEN_MS) })) {
    // A method entered and never claimed is read first: closing would undo the entry.
    const followed = stale.ref ? await followEntry(billing, stale, ask) : { entry: stale };
    if (followed?.entry.state === 'open') await endEntry(billing, followed.entry, ask);
  }
  await giveUpUnused(billing, new Date(now - UNUSED_MS));
}

async function giveUpUnused({ db, gateway, clock }: BillingContext, before: Date): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await db.transaction(async (tx) => {
      const unused = await lockUnused(tx, before);
      const ids = unused.map(({ id }) => id);
      const refs = unused.map(({ gateway_ref }) => gateway_ref);
      await unnameMethods(tx, ids);
      await deleteMethods(tx, ids);
      await insertMethodsToForget(tx, refs, { processor: gateway.processor, now: clock.now() });
      return unused.length > 0;
    });
  }
}

const PAUSES_MS: readonly number[] = [MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS];

/** A call without an answer is repeated later (S15). */
export async function forgetMethods(billing: BillingContext): Promise<void> {
  const { db, gateway, clock, log } = billing;
  const next_try_at = (tries: number) =>
    new Date(clock.now().getTime() + PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]!);
  for (;;) {
    const { processor } = gateway;
    const due = await claimMethodToForget(db, { processor, now: clock.now(), next_try_at });
    if (!due) return;
    const { gateway_ref } = due;
    const answer = await askProcessor(billing, () =>
      gateway.forgetMethod(gateway_ref, `forget-${gateway_ref}`),
    );
    if (answer === 'forgotten') await deleteMethodToForget(db, gateway_ref);
    else log.warn({ gateway_ref, tries: due.tries + 1 }, 'a method could not be taken away at the processor');
  }
}
