import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { centsFromDollars, toDollars, ZERO, type Cents } from '#kit/money.ts';
import { MINIMUM_AID_CENTS } from '#modules/pricing/financial-aid.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { amountText, typedAmount } from '#app/forms/typed-amount.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import type { WizardPaymentType } from './draft.ts';
import type { AppliedAid } from './order-body.ts';

/**
 * The financial aid part of the checkout (contracts.md §4): unclicked, clicked, verifying, code valid,
 * applied. Amounts are kept as typed, in dollars.
 */
export type Aid = {
  readonly isOpen: boolean;
  readonly code: string;
  readonly amount: string;
  readonly isVerifying: boolean;
  readonly isCodeValid: boolean;
  /** the amount that the code carries, in dollars; null when the family types its own (A5) */
  readonly awarded: number | null;
  /** what the code asks for at least, in dollars; null when it has no floor of its own */
  readonly least: number | null;
  /** nothing is charged before the office has confirmed the aid (A6) */
  readonly waits: boolean;
  readonly isApplied: boolean;
  /** the amount is good, and the family is asked whether its sibling discount may go for it (B8) */
  readonly isAsked: boolean;
  readonly codeError?: string;
  readonly amountError?: string;
};

export const noAid: Aid = {
  isOpen: false,
  code: '',
  amount: '',
  isVerifying: false,
  isCodeValid: false,
  awarded: null,
  least: null,
  waits: false,
  isApplied: false,
  isAsked: false,
};

export const openAid = (): Aid => ({ ...noAid, isOpen: true });

/** Another code must be verified, and its amount applied, again; an answer to the old code is ignored. */
export function typeCode(aid: Aid, code: string): Aid {
  return {
    ...aid,
    code,
    isVerifying: false,
    isCodeValid: false,
    awarded: null,
    least: null,
    waits: false,
    isApplied: false,
    isAsked: false,
    codeError: undefined,
  };
}

export function typeAmount(aid: Aid, amount: string): Aid {
  return { ...aid, amount, isApplied: false, isAsked: false, amountError: undefined };
}

export const startVerifying = (aid: Aid): Aid => ({ ...aid, isVerifying: true, codeError: undefined });

/** @param asks  what the code asks for besides */
export function codeVerified(
  aid: Aid,
  awarded: number | null,
  asks: Pick<Aid, 'least' | 'waits'> = { least: null, waits: false },
): Aid {
  const amount = awarded === null ? aid.amount : awarded.toFixed(2);
  return { ...aid, isVerifying: false, isCodeValid: true, awarded, ...asks, amount };
}

/** The least that may be typed: the code's floor, or what A2 says. */
export const leastOf = ({ least }: Pick<Aid, 'least'>): Cents =>
  least === null ? MINIMUM_AID_CENTS : centsFromDollars(least);

/** A failed verification clears the code. */
export function codeRefused(aid: Aid, codeError: string): Aid {
  return { ...aid, isVerifying: false, isCodeValid: false, code: '', codeError };
}

/** The same, with the errors of the answer or else the message of the error (contracts.md §8). */
export const verificationFailed = (aid: Aid, error: unknown): Aid =>
  codeRefused(aid, sentencesOf(error).join(' '));

const CODE_MAX = 20;

function problemOf(field: 'code' | 'amount', rules: z.ZodType, typed: string): string | undefined {
  const { error } = z.object({ [field]: rules }).safeParse({ [field]: typed }, { reportInput: true });
  return error && fieldErrorsOf(error.issues, 'financial_aid')[field]?.[0];
}

/** What is wrong with the typed code, before the server is asked; undefined when nothing is. */
export const codeProblem = (typed: string): string | undefined =>
  problemOf('code', requiredText(CODE_MAX), typed);

/**
 * The sentence that stands against the typed amount; undefined when it is good.
 * @param maximum  the payment amount (A2)
 */
export const amountProblem = (
  typed: string,
  maximum: Cents,
  least: Cents = MINIMUM_AID_CENTS,
): string | undefined => problemOf('amount', amountText(least, maximum), typed);

/** The cursor leaves the code: a problem stands at it, unless another one stands there already. */
export function leaveCode(aid: Aid): Aid {
  if (!aid.isOpen || aid.isCodeValid || aid.isVerifying || aid.codeError) return aid;
  return { ...aid, codeError: codeProblem(aid.code.trim()) };
}

/** The cursor leaves the amount. Nothing is applied by it. */
export function leaveAmount(aid: Aid, maximum: Cents): Aid {
  if (!aid.isCodeValid || aid.isApplied) return aid;
  return { ...aid, amountError: amountProblem(aid.amount, maximum, leastOf(aid)) };
}

/** What the two buttons of the form say (contracts.md §4). */
export function buttonTexts(aid: Aid): { verify: string; apply: string } {
  return {
    verify: aid.isVerifying ? m.contract_aid_verifying() : m.contract_aid_verify(),
    apply: aid.isApplied ? m.contract_aid_applied() : m.contract_aid_apply(),
  };
}

/** Takes the amount into the price, when it is good. */
export function applyAid(aid: Aid, maximum: Cents): Aid {
  const amountError = amountProblem(aid.amount, maximum, leastOf(aid));
  return { ...aid, amountError, isAsked: false, isApplied: aid.isCodeValid && !amountError };
}

/** The question before a sibling discount gives way to a good amount; applying it answers yes (B8). */
export function askToApply(aid: Aid, maximum: Cents): Aid {
  const { isApplied, ...asked } = applyAid(aid, maximum);
  return { ...asked, isApplied: false, isAsked: isApplied };
}

/** What would go into the price if the family said yes; null while it is not asked. */
export const askedAid = (aid: Aid): AppliedAid | null =>
  aid.isAsked ? appliedAid({ ...aid, isApplied: true }) : null;

/** What today and the year cost with the sibling discount, and what they would with aid in its place. */
export type DiscountCost = {
  readonly discount: Cents;
  readonly today: { readonly before: Cents; readonly after: Cents };
  readonly year: { readonly before: Cents; readonly after: Cents };
  /** nothing was due, and now something is: the family has not said yet how it pays */
  readonly needsMethod: boolean;
};

/**
 * @param payment_type  the way of paying that is chosen; where it has no price, the bank's counts
 * @returns undefined where no sibling discount is taken off, so that nothing is lost
 * Source: B6, B8
 */
export function costOfDiscount(
  before: Quote | undefined,
  after: Quote | undefined,
  payment_type: WizardPaymentType,
): DiscountCost | undefined {
  if (!before || !after || before.discount_cents === 0) return undefined;
  const priced = ({ by_payment_type: by }: Quote) =>
    by[payment_type] ?? by.paymentTypeAch ?? by.paymentTypeNone;
  const [old, fresh] = [priced(before), priced(after)];
  if (!old || !fresh) return undefined;
  return {
    discount: before.discount_cents,
    today: { before: old.due_today_cents, after: fresh.due_today_cents },
    year: { before: old.year_total_cents, after: fresh.year_total_cents },
    needsMethod: old.due_today_cents === 0 && fresh.due_today_cents > 0,
  };
}

/** What goes into the price and the order; null when nothing is applied. */
export function appliedAid(aid: Aid): AppliedAid | null {
  return aid.isApplied ? { code: aid.code.trim(), amount: toDollars(typedAmount(aid.amount)!) } : null;
}

/** Whether the aid stands in the way of Checkout: clicked, and not applied (contracts.md §4). */
export const isAidPending = (aid: Aid): boolean => aid.isOpen && !aid.isApplied;

/** An applied amount must be applied again when the order has become cheaper than it. */
export function aidWithin(aid: Aid, subtotal: Cents | undefined): Aid {
  const isTooMuch = aid.isApplied && subtotal !== undefined && (typedAmount(aid.amount) ?? ZERO) > subtotal;
  return isTooMuch ? { ...aid, isApplied: false, amountError: amountProblem(aid.amount, subtotal) } : aid;
}
