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

/** The financial aid of Checkout (contracts.md §4), with amounts as typed, in dollars. */
export type Aid = {
  readonly isOpen: boolean;
  readonly code: string;
  readonly amount: string;
  readonly isVerifying: boolean;
  readonly isCodeValid: boolean;
  /** the awarded amount of the code in dollars; null for an amount typed by the family (A5) */
  readonly awarded: number | null;
  readonly least: number | null;
  /** nothing is charged before the office confirms the aid (A6) */
  readonly waits: boolean;
  readonly isApplied: boolean;
  /** asks the family to give up the sibling discount for a good amount (B8) */
  readonly isAsked: boolean;
  /** the sentence of a school's award, which stands ready (OF7.4) */
  readonly award?: string;
  /** the family signs without the award that stands ready */
  readonly isDeclined?: boolean;
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

/** Another code needs another verification and amount; the answer for the old code is ignored. */
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

/** @param asks  further requirements of the code */
export function codeVerified(
  aid: Aid,
  awarded: number | null,
  asks: Pick<Aid, 'least' | 'waits'> = { least: null, waits: false },
): Aid {
  const amount = awarded === null ? aid.amount : awarded.toFixed(2);
  return { ...aid, isVerifying: false, isCodeValid: true, awarded, ...asks, amount };
}

type Ready = {
  readonly code: string;
  readonly amount: number;
  readonly text: string;
  readonly waits: boolean;
};

/**
 * The award of a school for the selection, without a typed letter (OF7.4). A sibling discount of more value
 * is asked for first (B8): `isCostly`.
 */
function standReady(aid: Aid, ready: Ready, isCostly: (aid: Aid) => boolean): Aid {
  const { code, amount, text: award, waits } = ready;
  const known = {
    ...noAid,
    isOpen: true,
    code,
    amount: amount.toFixed(2),
    isCodeValid: true,
    awarded: amount,
  };
  const applied: Aid = { ...known, waits, award, isApplied: true };
  const asked: Aid = { ...applied, isApplied: false, isAsked: true };
  return !aid.isApplied && isCostly(asked) ? asked : applied;
}

/**
 * The aid once the award of the selection is known: a typed code and a refusal of the family stay, and
 * without an award the one of another selection goes.
 */
export function settleAward(aid: Aid, ready: Ready | undefined, isCostly: (aid: Aid) => boolean): Aid {
  if (!ready) return aid.award === undefined ? aid : noAid;
  if (aid.isDeclined || (aid.isOpen && aid.award === undefined) || aid.award === ready.text) return aid;
  return standReady(aid, ready, isCostly);
}

export const signWithoutAid = (): Aid => ({ ...noAid, isDeclined: true });

export const leastOf = ({ least }: Pick<Aid, 'least'>): Cents =>
  least === null ? MINIMUM_AID_CENTS : centsFromDollars(least);

export function codeRefused(aid: Aid, codeError: string): Aid {
  return { ...aid, isVerifying: false, isCodeValid: false, code: '', codeError };
}

/** The errors of the answer, else the message of the error (contracts.md §8). */
export const verificationFailed = (aid: Aid, error: unknown): Aid =>
  codeRefused(aid, sentencesOf(error).join(' '));

const CODE_MAX = 20;

function problemOf(field: 'code' | 'amount', rules: z.ZodType, typed: string): string | undefined {
  const { error } = z.object({ [field]: rules }).safeParse({ [field]: typed }, { reportInput: true });
  return error && fieldErrorsOf(error.issues, 'financial_aid')[field]?.[0];
}

export const codeProblem = (typed: string): string | undefined =>
  problemOf('code', requiredText(CODE_MAX), typed);

/** @param maximum  the payment amount (A2) */
export const amountProblem = (
  typed: string,
  maximum: Cents,
  least: Cents = MINIMUM_AID_CENTS,
): string | undefined => problemOf('amount', amountText(least, maximum), typed);

/** An existing error stays. */
export function leaveCode(aid: Aid): Aid {
  if (!aid.isOpen || aid.isCodeValid || aid.isVerifying || aid.codeError) return aid;
  return { ...aid, codeError: codeProblem(aid.code.trim()) };
}

export function leaveAmount(aid: Aid, maximum: Cents): Aid {
  if (!aid.isCodeValid || aid.isApplied) return aid;
  return { ...aid, amountError: amountProblem(aid.amount, maximum, leastOf(aid)) };
}

/** The texts of both buttons (contracts.md §4). */
export function buttonTexts(aid: Aid): { verify: string; apply: string } {
  return {
    verify: aid.isVerifying ? m.contract_aid_verifying() : m.contract_aid_verify(),
    apply: aid.isApplied ? m.contract_aid_applied() : m.contract_aid_apply(),
  };
}

export function applyAid(aid: Aid, maximum: Cents): Aid {
  const amountError = amountProblem(aid.amount, maximum, leastOf(aid));
  return { ...aid, amountError, isAsked: false, isApplied: aid.isCodeValid && !amountError };
}

/** A question before the aid replaces a sibling discount; applying answers yes (B8). */
export function askToApply(aid: Aid, maximum: Cents): Aid {
  const { isApplied, ...asked } = applyAid(aid, maximum);
  return { ...asked, isApplied: false, isAsked: isApplied };
}

export const askedAid = (aid: Aid): AppliedAid | null =>
  aid.isAsked ? appliedAid({ ...aid, isApplied: true }) : null;

export type DiscountCost = {
  readonly discount: Cents;
  readonly today: { readonly before: Cents; readonly after: Cents };
  readonly year: { readonly before: Cents; readonly after: Cents };
  /** an amount is due now, and the family has not chosen a payment type */
  readonly needsMethod: boolean;
};

/**
 * @param payment_type  the chosen payment type; without a price of the type, the price by bank counts
 * @returns undefined without a sibling discount to lose
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

export function appliedAid(aid: Aid): AppliedAid | null {
  return aid.isApplied ? { code: aid.code.trim(), amount: toDollars(typedAmount(aid.amount)!) } : null;
}

/** Open but unapplied aid blocks Checkout (contracts.md §4). */
export const isAidPending = (aid: Aid): boolean => aid.isOpen && !aid.isApplied;

/** A lower subtotal needs another look at the amount. */
export function aidWithin(aid: Aid, subtotal: Cents | undefined): Aid {
  const isTooMuch = aid.isApplied && subtotal !== undefined && (typedAmount(aid.amount) ?? ZERO) > subtotal;
  return isTooMuch ? { ...aid, isApplied: false, amountError: amountProblem(aid.amount, subtotal) } : aid;
}
