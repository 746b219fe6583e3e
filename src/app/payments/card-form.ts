import type { FieldErrors, Resolver } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { fieldName } from '#kit/endpoint/field-labels.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Card } from '#modules/billing/methods/methods.contract.ts';
import { cardShape } from '#modules/billing/methods/methods.shapes.ts';
import { cardTypeOf, digitsOf } from '#modules/billing/methods/card.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';

/** A card as it is typed. Its type is read from the number, and may be corrected. */
export const emptyCard = { number: '', type: '', name: '', exp_month: '', exp_year: '', ccid: '' };
export type CardValues = typeof emptyCard;

/** A card form that starts with the payer's name; its numbers are always typed anew. */
export function cardToForm(card: Card | null, holder = ''): CardValues {
  if (!card) return { ...emptyCard, name: holder };
  const { number, name, ccid } = card;
  return {
    type: card.type,
    number: groupDigits(number),
    name,
    ccid,
    exp_month: String(card.exp_month),
    exp_year: String(card.exp_year),
  };
}

/** `4242 4242 4242 4242`, and Amex as `3782 822463 10005`; other characters are dropped. */
export function groupDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 19);
  const groups = /^3[47]/.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3];
  let from = 0;
  return groups
    .map((length) => digits.slice(from, (from += length)))
    .filter(Boolean)
    .join(' ');
}

/** Months 1 to 12, and this year and the fourteen after it (contracts.md §9). */
export const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1));
export function expiryYears(today: PlainDate): string[] {
  return Array.from({ length: 15 }, (_, i) => String(Number(today.slice(0, 4)) + i));
}

const bySchema = schemaResolver(cardShape as never, 'cc') as unknown as Resolver<CardValues, unknown, Card>;

/**
 * The server's rules for a card, and what only a form can see: a blank is a missing field, not a wrong
 * number, and a card that expired before this month is refused here already.
 */
export function cardResolver(today: PlainDate): Resolver<CardValues, unknown, Card> {
  return async (values, context, options) => {
    const withBrand = { ...values, type: values.type || (cardTypeOf(digitsOf(values.number)) ?? '') };
    const result = await bySchema(withBrand, context, options);
    const errors: FieldErrors<CardValues> = { ...result.errors };
    for (const field of Object.keys(emptyCard) as (keyof CardValues)[]) {
      // The type of a good number is known without a choice.
      if (field === 'type') continue;
      if (values[field].trim() === '')
        errors[field] = {
          type: 'required',
          message: m.server_field_required({ field: fieldName([field], 'cc') }),
        };
    }
    const isPast = `${values.exp_year}-${values.exp_month.padStart(2, '0')}` < today.slice(0, 7);
    if (values.exp_month && values.exp_year && isPast)
      errors.exp_month = { type: 'expired', message: m.contract_card_expired() };
    // A wrong number says so itself; its type is not known yet.
    if (errors.number) delete errors.type;
    return Object.keys(errors).length > 0 ? { values: {}, errors } : result;
  };
}
