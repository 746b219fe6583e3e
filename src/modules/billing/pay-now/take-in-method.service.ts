import { createHash } from 'node:crypto';
import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { claimEntry } from '#modules/billing/methods/entries/claim-entry.service.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { acceptedTerms, authorizeDebits } from '#modules/billing/methods/mandates.service.ts';
import type { MethodRow } from '#modules/billing/methods/methods.queries.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { keepMethod } from '#modules/billing/methods/methods.service.ts';
import {
  entryIn,
  methodIdentity,
  type MethodForm,
  type TypedInstrument,
} from '#modules/billing/methods/typed-instrument.ts';

export type NewMethod = {
  user_id: number;
  payment_id: number;
  program_group_id: number;
  form: MethodForm;
  acceptances: readonly { text_hash: string }[] | null | undefined;
  ip: string;
  user_agent: string;
};

/**
 * Saves a typed or hosted method for a payment; repeated requests save the method once. A bank account needs
 * a debit authorization. Opens its own transactions (S22, O4).
 * @returns the id of the method
 * @throws terms_stale, method_verifying, and the refusals of ensureMethod and claimEntry
 */
export async function takeInMethod(billing: BillingContext, taken: NewMethod): Promise<number> {
  const { user_id, payment_id, program_group_id, form, acceptances, ip, user_agent } = taken;
  const authorization =
    'ach' in form
      ? { html: await acceptedTerms(billing.db, { program_group_id, acceptances }), ip, user_agent }
      : undefined;
  const entry = entryIn(form);
  if (!entry) {
    const named = JSON.stringify(['pay-now', payment_id, methodIdentity(form)]);
    const key = createHash('sha256').update(named).digest('hex');
    const instrument = form as TypedInstrument;
    const saving = { user_id, program_group_id, instrument, key, authorization };
    return readyId(await ensureMethod(billing, saving));
  }
  const { method } = await claimEntry(billing, { user_id, ...entry });
  const now = billing.clock.now();
  readyId(method);
  await billing.db.transaction(async (tx) => {
    await keepMethod(tx, method, now);
    if (authorization)
      await authorizeDebits(tx, { ...authorization, user_id, payment_method_id: method.id, now });
    await notifyLaterChanges(tx, billing, { user_ids: [user_id] });
  });
  return method.id;
}

/** A bank account awaiting verification is saved, and can pay later payments only. */
function readyId({ id, is_active }: Pick<MethodRow, 'id' | 'is_active'>): number {
  if (!is_active) throw new Refusal(billingRefusals.method_verifying);
  return id;
}
