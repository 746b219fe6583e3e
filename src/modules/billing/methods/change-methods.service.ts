import { Refusal, refuseField } from '#kit/refusal.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { jsonHash } from '#platform/json-hash.ts';
import type { PaymentMethod } from './methods.contract.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { BillingContext, Charging } from '#modules/billing/billing-context.service.ts';
import { claimEntry } from '#modules/billing/methods/entries/claim-entry.service.ts';
import { deleteCustomersOf } from '#modules/billing/methods/entries/customers.queries.ts';
import { deleteEntryRows } from '#modules/billing/methods/entries/entries.queries.ts';
import { outstandingPaymentsOf } from './outstanding-payments.queries.ts';
import { paymentTypeId } from '#modules/billing/ledger/ledger.queries.ts';
import { deleteMandatesOf, eraseMandateRows } from './mandates.queries.ts';
import { acceptedTerms, authorizeDebits, type Authorization } from './mandates.service.ts';
import {
  deleteMethods,
  eraseHoldersOf,
  eraseMethodRows,
  eraseStaffWordsOf,
  listMethodIds,
  listUnnamedMethods,
} from './erase-methods.queries.ts';
import { forgetAtProcessor } from './forget-methods.queries.ts';
import { firstUnpayable } from './paying-method.ts';
import type { AddMethod } from './change-methods.contract.ts';
import {
  findMethod,
  groupsOfMethods,
  lockMethodsOf,
  markChosen,
  markDefault,
  markGeneral,
  methodsOfUser,
  type MethodRow,
} from './methods.queries.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { ensureMethod, markWanted } from './save-method.service.ts';
import { chargeable, describeMethods, keepMethod } from './methods.service.ts';
import { isExpired } from './offered-methods.ts';
import { takeAway } from './take-away.service.ts';
import { verifyingOfUser } from '#modules/billing/methods/entries/verifying.queries.ts';
import {
  entryIn,
  methodIdentity,
  paymentTypeOf,
  type MethodForm,
  type TypedInstrument,
} from './typed-instrument.ts';

type Adding = {
  user_id: number;
  body: AddMethod;
  idempotency_key: string | undefined;
  ip: string;
  user_agent: string;
};

/**
 * Asks the processor outside transactions, by a key of the press or of the typed data: a second press, or a
 * repeat after a lost answer, saves no second method. A bank account comes with the authorization to debit.
 * @throws method_form_missing, program_group_unknown, terms_stale, and the refusals of ensureMethod
 * Source: PM; decision 28
 */
export async function addMethod(
  billing: BillingContext,
  { user_id, body, idempotency_key, ip, user_agent }: Adding,
): Promise<PaymentMethod> {
  const { typed, program_group_id } = await typedIn(billing, body);
  if (program_group_id !== null && !(await isKnownGroup(billing.db, program_group_id)))
    throw refuseField(
      billingRefusals.program_group_unknown,
      'cc' in typed ? 'cc.program_group_id' : 'ach.program_group_id',
    );
  const authorization =
    'ach' in typed
      ? {
          html: await acceptedTerms(billing.db, { program_group_id, acceptances: body.acceptances }),
          ip,
          user_agent,
        }
      : undefined;
  const entry = entryIn(typed);
  const saving = { user_id, program_group_id, is_default: body.is_default, authorization };
  if (entry) return described(billing.db, await saveEntered(billing, entry, saving));
  const key = jsonHash([idempotency_key ?? null, program_group_id, methodIdentity(typed)]);
  const instrument = typed as TypedInstrument;
  const saved = await ensureMethod(billing, { ...saving, instrument, key, isChosen: true });
  return described(billing.db, saved.id);
}

const isKnownGroup = async (db: Db, id: number): Promise<boolean> =>
  (await groupsOfMethods(db, [id])).has(id);

type Saving = {
  user_id: number;
  program_group_id: number | null;
  is_default: boolean;
  authorization: Authorization | undefined;
};

async function saveEntered(
  billing: BillingContext,
  entry: NonNullable<ReturnType<typeof entryIn>>,
  { user_id, program_group_id, is_default, authorization }: Saving,
): Promise<number> {
  const { method } = await claimEntry(billing, { user_id, ...entry });
  // A method for general use serves this school already.
  if (method.program_group_id !== null && method.program_group_id !== program_group_id)
    throw refuseField(
      billingRefusals.program_group_unknown,
      `${entry.kind === 'card' ? 'cc' : 'ach'}.program_group_id`,
    );
  const now = billing.clock.now();
  await billing.db.transaction(async (tx) => {
    await keepMethod(tx, method, now);
    if (is_default) await markWanted(tx, method);
    await markChosen(tx, method.id, now);
    if (authorization)
      await authorizeDebits(tx, { ...authorization, user_id, payment_method_id: method.id, now });
    await notifyLaterChanges(tx, billing, { user_ids: [user_id] });
  });
  return method.id;
}

async function typedIn(
  { db }: BillingContext,
  { payment_type, cc, ach }: AddMethod,
): Promise<{ typed: MethodForm; program_group_id: number | null }> {
  const type = paymentTypeOf(cc ? 'card' : 'bank');
  const isMeant =
    payment_type == null || payment_type === type || payment_type === (await paymentTypeId(db, type));
  if (isMeant && cc && !ach) return { typed: { cc } as MethodForm, program_group_id: cc.program_group_id };
  if (isMeant && ach && !cc) return { typed: { ach } as MethodForm, program_group_id: ach.program_group_id };
  throw refuseField(billingRefusals.method_form_missing, 'payment_type');
}

type Chosen = { user_id: number; payment_method_id: number };

/**
 * The row stays for past charges (PM, M5).
 * @throws method_not_found; method_needed if a payment to come has no other method
 */
export async function deleteMethod(tx: Tx, charging: Charging, chosen: Chosen): Promise<void> {
  const { clock } = charging;
  const isWaiting = (await verifyingOfUser(tx, chosen.user_id)).includes(chosen.payment_method_id);
  if (!isWaiting) {
    const { all, method } = await ownMethods(tx, chosen);
    const after = all.filter(({ id }) => id !== method.id);
    await refuseUnpayable(tx, clock, { user_id: chosen.user_id, before: all, after });
  }
  await takeAway(tx, chosen.payment_method_id, clock.now());
  await notifyLaterChanges(tx, charging, { user_ids: [chosen.user_id] });
}

/**
 * @throws method_not_found; card_expired; method_needed if a payment to come would have no method (PM, M5)
 */
export async function setDefault(
  tx: Tx,
  charging: Charging,
  chosen: Chosen & { is_default: boolean },
): Promise<PaymentMethod> {
  const { clock } = charging;
  const { is_default } = chosen;
  const { method, all } = await ownMethods(tx, chosen);
  if (is_default && isExpired({ exp_month: method.exp_month, exp_year: method.exp_year }, clock.today()))
    throw new Refusal(billingRefusals.card_expired);
  const after = all.map((each) => (each.id === method.id ? { ...each, is_default: false } : each));
  if (!is_default) await refuseUnpayable(tx, clock, { user_id: chosen.user_id, before: all, after });
  await markDefault(tx, method, is_default);
  if (is_default) await markChosen(tx, method.id, clock.now());
  await notifyLaterChanges(tx, charging, { user_ids: [chosen.user_id] });
  return described(tx, method.id);
}

/**
 * A card of one school becomes a card for general use. The default of the school stays the paying method
 * there: it becomes the default for general use.
 * @throws method_not_found; only_cards_are_shared for an account; general_default_taken (MP10)
 */
export async function shareMethod(tx: Tx, charging: Charging, chosen: Chosen): Promise<PaymentMethod> {
  const { method, all } = await ownMethods(tx, chosen);
  if (chargeable(method).kind === 'bank') throw new Refusal(billingRefusals.only_cards_are_shared);
  if (method.program_group_id === null) return described(tx, method.id);
  // A card may have a row for general use already, beside that of the school (O7).
  const { fingerprint } = method;
  const general = all.find((each) => each.program_group_id === null && each.fingerprint === fingerprint);
  if (fingerprint !== null && general) return described(tx, general.id);
  const isTaken = all.some((each) => each.is_default && each.program_group_id === null);
  if (method.is_default && isTaken) {
    const groups = await groupsOfMethods(tx, [method.program_group_id]);
    const school = groups.get(method.program_group_id)!.text;
    throw new Refusal(billingRefusals.general_default_taken, { data: { school } });
  }
  await markGeneral(tx, method.id);
  await notifyLaterChanges(tx, charging, { user_ids: [chosen.user_id] });
  return described(tx, method.id);
}

async function ownMethods(
  tx: Tx,
  { user_id, payment_method_id }: Chosen,
): Promise<{ method: MethodRow; all: MethodRow[] }> {
  await lockMethodsOf(tx, user_id);
  const all = await methodsOfUser(tx, user_id);
  const method = all.find(({ id }) => id === payment_method_id);
  if (!method) throw new Refusal(billingRefusals.method_not_found);
  return { method, all };
}

type Change = { user_id: number; before: readonly MethodRow[]; after: readonly MethodRow[] };

async function refuseUnpayable(tx: Tx, clock: Clock, { user_id, before, after }: Change): Promise<void> {
  const due = await outstandingPaymentsOf(tx, user_id);
  const firstUnpayablePayment = firstUnpayable(due, { before, after, today: clock.today() });
  if (firstUnpayablePayment)
    throw new Refusal(billingRefusals.method_needed, {
      data: { day: formatDate(firstUnpayablePayment.pay_on), order_id: firstUnpayablePayment.order_id },
    });
}

async function described(db: Tx | BillingContext['db'], payment_method_id: number): Promise<PaymentMethod> {
  const [method] = await describeMethods(db, [(await findMethod(db, payment_method_id))!]);
  return method!;
}

export async function owesAlready(db: Db, clock: Clock, user_id: number): Promise<boolean> {
  return (await outstandingPaymentsOf(db, user_id)).some(({ pay_on }) => pay_on <= clock.today());
}

export async function eraseBillingOf(tx: Tx, order_ids: readonly number[]): Promise<void> {
  await eraseStaffWordsOf(tx, order_ids, 'end');
  await eraseHoldersOf(tx, order_ids);
}

export { eraseStaffWordsOf };

export async function eraseMethodsOf(tx: Tx, clock: Clock, user_id: number): Promise<void> {
  await lockMethodsOf(tx, user_id);
  await forgetAtProcessor(tx, await listMethodIds(tx, user_id), clock.now());
  await deleteEntryRows(tx, user_id);
  await deleteCustomersOf(tx, user_id);
  const unnamed = await listUnnamedMethods(tx, user_id);
  await deleteMandatesOf(tx, unnamed);
  await deleteMethods(tx, unnamed);
  await eraseMandateRows(tx, user_id, clock.now());
  await eraseMethodRows(tx, user_id, clock.now());
}
