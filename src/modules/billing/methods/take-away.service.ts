import type { Tx } from '#platform/db/database.ts';
import { forgetAtProcessor } from './forget-methods.queries.ts';
import { revokeMandatesOf } from './mandates.queries.ts';
import { deactivateMethod } from './methods.queries.ts';
import { endWaiting } from '#modules/billing/methods/entries/verifying.queries.ts';

/** The row stays for past charges; the method at the processor ends soon after. */
export async function takeAway(tx: Tx, payment_method_id: number, now: Date): Promise<void> {
  await endWaiting(tx, [payment_method_id], now);
  await forgetAtProcessor(tx, [payment_method_id], now);
  await deactivateMethod(tx, payment_method_id, now);
  await revokeMandatesOf(tx, payment_method_id, now);
}
