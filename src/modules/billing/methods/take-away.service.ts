import type { Tx } from '#platform/db/database.ts';
import { forgetAtProcessor } from './forget-methods.queries.ts';
import { revokeMandatesOf } from './mandates.queries.ts';
import { deactivateMethod } from './methods.queries.ts';
import { endWaiting } from '#modules/billing/methods/entries/verifying.queries.ts';

/**
 * Ends the use of a method: here at once, with every authorization to debit, and at the processor soon. The
 * row stays for charges of the past.
 */
export async function takeAway(tx: Tx, payment_method_id: number, now: Date): Promise<void> {
  await endWaiting(tx, [payment_method_id], now);
  await forgetAtProcessor(tx, [payment_method_id], now);
  await deactivateMethod(tx, payment_method_id, now);
  await revokeMandatesOf(tx, payment_method_id, now);
}
