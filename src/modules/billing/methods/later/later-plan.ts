import type { PlainDate } from '#kit/plain-date.ts';
import type { Tariff } from '#modules/pricing/price-list.ts';
import type { LaterPrice } from '#modules/pricing/price-snapshot.ts';
import type { PriceKey } from '#modules/pricing/quoted-prices.ts';
import { surchargesOn, surchargeTotal } from '#modules/pricing/surcharges.ts';
import { ZERO, type Cents } from '#kit/money.ts';
import { choosePayingMethod, type PayingMethod } from '#modules/billing/methods/paying-method.ts';

export type LaterPayer = PayingMethod & { price_key: PriceKey };

/** The method of the checkout; `id` is null before the row exists. */
export type CheckoutPayer = Pick<LaterPayer, 'exp_month' | 'exp_year' | 'price_key'> & { id: number | null };

export type LaterChoice = {
  methods: readonly LaterPayer[];
  /** null if nothing is due today and no method is left */
  checkout: CheckoutPayer | null;
  /** the family wants the checkout's method for later payments too, despite another default */
  isForLater: boolean;
  program_group_id: number;
};

// Ids of rows are positive.
const NO_ROW_YET = 0;
// Every choice of a method precedes the signature.
const SIGNED_LAST = new Date(8.64e15);

const isNew = ({ methods, checkout }: LaterChoice) =>
  checkout !== null && !methods.some(({ id }) => id === checkout.id);

const isFirstOfGroup = (choice: LaterChoice) =>
  isNew(choice) &&
  !choice.methods.some((each) => each.is_default && each.program_group_id === choice.program_group_id);

/** The first method of a group is the default (PM). */
function methodsOnceSigned(choice: LaterChoice): readonly LaterPayer[] {
  const { methods, checkout, program_group_id } = choice;
  if (!checkout || !isNew(choice)) return methods;
  const is_default = isFirstOfGroup(choice);
  const saved = { program_group_id, is_default, is_active: true, chosen_at: null, returned_at: null };
  return [...methods, { ...checkout, ...saved, id: checkout.id ?? NO_ROW_YET }];
}

type Later = { pay_on: PlainDate; amount_cents: Cents };

const idAtCheckout = ({ checkout }: LaterChoice) => checkout && (checkout.id ?? NO_ROW_YET);

function payersOf(later: readonly Later[], choice: LaterChoice): (LaterPayer | undefined)[] {
  const methods = methodsOnceSigned(choice);
  const { program_group_id, isForLater } = choice;
  const checkout_method_id = idAtCheckout(choice);
  const left_method_id = isForLater ? checkout_method_id : null;
  const payer = {
    program_group_id,
    checkout_method_id,
    left_method_id,
    is_on_paper: false,
    signed_at: SIGNED_LAST,
  };
  return later.map(({ pay_on }) => choosePayingMethod(methods, payer, pay_on));
}

/** Wizard and server both call this function, and the signed plan is the charged plan (MP1, M5, S2). */
export function planLater(later: readonly Later[], choice: LaterChoice, tariff: Tariff): LaterPrice[] {
  const payers = payersOf(later, choice);
  return later.map(({ pay_on, amount_cents }, nr) => {
    const method = payers[nr];
    const by = method?.id === idAtCheckout(choice) ? 'checkout' : (method?.id ?? null);
    if (!method) return { pay_on, amount_cents, surcharge_cents: ZERO, by: null, price_key: null };
    const surcharges = surchargesOn({ charge: amount_cents }, tariff, method.price_key);
    const { price_key } = method;
    return { pay_on, amount_cents, surcharge_cents: surchargeTotal(surcharges), by, price_key };
  });
}

/** A difference between the payers with and without `isForLater` is a question to the family. */
export function asksForLater(later: readonly Later[], choice: LaterChoice): boolean {
  if (!choice.checkout) return false;
  const other = payersOf(later, { ...choice, isForLater: false });
  return payersOf(later, { ...choice, isForLater: true }).some((method, nr) => method?.id !== other[nr]?.id);
}

/** The method pays later, and M5 might charge another default instead (decision 50). */
export function mustBeLeft(planned: readonly LaterPrice[], choice: LaterChoice): boolean {
  const { methods, checkout, isForLater, program_group_id } = choice;
  const isOtherDefault = (method: LaterPayer) =>
    method.is_default &&
    method.id !== checkout?.id &&
    (method.program_group_id === null || method.program_group_id === program_group_id);
  const isWanted = isForLater || isFirstOfGroup(choice);
  return isWanted && planned.some(({ by }) => by === 'checkout') && methods.some(isOtherDefault);
}
