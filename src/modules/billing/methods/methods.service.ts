import { Refusal } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PaymentMethod } from './methods.contract.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import {
  findMethod,
  groupsOfMethods,
  lockMethodsOf,
  markKept,
  methodsOfUser,
  type GroupFacts,
  type MethodRow,
} from './methods.queries.ts';
import { isExpired } from './offered-methods.ts';
import {
  verifyingOfUser,
  waitingOf,
  type Waiting as Waits,
} from '#modules/billing/methods/entries/verifying.queries.ts';

export type ChargeableMethod = MethodRow & { kind: 'card' | 'bank' };

type Wanted = { payment_method_id: number; user_id: number; program_group_id: number; today: PlainDate };

/** @throws Refusal method_not_found, card_expired (O7) */
export async function getChargeableMethod(
  tx: Db,
  { payment_method_id, user_id, program_group_id, today }: Wanted,
): Promise<ChargeableMethod> {
  const method = await findMethod(tx, payment_method_id);
  const isTheirs = method?.user_id === user_id && method.is_active;
  const isForGroup = method?.program_group_id == null || method.program_group_id === program_group_id;
  if (!method || !isTheirs || !isForGroup) throw new Refusal(billingRefusals.method_not_found);
  if (isExpired({ exp_month: method.exp_month, exp_year: method.exp_year }, today))
    throw new Refusal(billingRefusals.card_expired);
  return chargeable(method);
}

/**
 * The first method of a group becomes the default (PM, S15).
 * @throws method_not_found if the method was given up meanwhile
 */
export async function keepMethod(
  tx: Tx,
  method: Pick<MethodRow, 'id' | 'user_id' | 'kept_at'>,
  now: Date,
): Promise<void> {
  if (method.kept_at) return;
  await lockMethodsOf(tx, method.user_id);
  if (!(await markKept(tx, method.id, now))) throw new Refusal(billingRefusals.method_not_found);
}

export const chargeable = (method: MethodRow): ChargeableMethod => ({
  ...method,
  kind: method.paymentType === 'paymentTypeAch' ? 'bank' : 'card',
});

export const savedMethods = (db: Db, user_id: number): Promise<MethodRow[]> => methodsOfUser(db, user_id);

export async function listMethods(db: Db, user_id: number): Promise<PaymentMethod[]> {
  const waiting = await verifyingOfUser(db, user_id);
  const accounts = await atOnce(waiting.map((id) => findMethod(db, id)));
  const inUse = await methodsOfUser(db, user_id);
  return describeMethods(db, [...accounts.flatMap((account) => account ?? []), ...inUse]);
}

export async function describeMethods(db: Db, methods: readonly MethodRow[]): Promise<PaymentMethod[]> {
  const groupIds = new Set(methods.flatMap((method) => method.program_group_id ?? []));
  const groups = await groupsOfMethods(db, [...groupIds]);
  const inactive = methods.filter(({ is_active }) => !is_active).map(({ id }) => id);
  const waiting = await waitingOf(db, inactive);
  return methods.map((method) => toPaymentMethodResponse(method, groups, waiting.get(method.id)));
}

function toPaymentMethodResponse(
  method: MethodRow,
  groups: Map<number, GroupFacts>,
  waiting: Waits | undefined,
): PaymentMethod {
  return {
    id: method.id,
    user_id: method.user_id,
    name: method.name,
    payment_type_id: method.payment_type_id,
    brand: method.brand,
    ident: `****${method.last_4}`,
    bank_name: method.bank_name,
    state: waiting ? 'verifying' : 'ready',
    verify_url: waiting?.verify_url ?? null,
    arrives_on: waiting?.arrives_on ?? null,
    funding: method.funding,
    billing_state: method.billing_state,
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    is_default: method.is_default && method.is_active,
    is_active: method.is_active,
    created_at: method.created_at.toISOString(),
    program_group: (method.program_group_id && groups.get(method.program_group_id)) || null,
  };
}
