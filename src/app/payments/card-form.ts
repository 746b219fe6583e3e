import type { FieldErrors, Resolver } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { fieldName } from '#kit/endpoint/field-labels.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Card } from '#modules/billing/methods/methods.contract.ts';
import { cardShape } from '#modules/billing/methods/methods.shapes.ts';
import { cardTypeOf, digitsOf } from '#modules/billing/methods/card.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';

/** The type follows from the number, and people may correct the type. */
export const emptyCard = { number: '', type: '', name: '', exp_month: '', exp_year: '', ccid: '' };
export type CardValues = typeof emptyCard;

/** Starts with the payer's name; numbers are always typed again. */
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

/** `4242 4242 4242 4242`, Amex as `3782 822463 10005`. */
export function groupDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 19);
  const groups = /^3[47]/.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3];
  let from = 0;
  return groups
    .map((length) => digits.slice(from, (from += length)))
    .filter(Boolean)
    .join(' ');
}

/** Months 1 to 12, and fifteen years from this year (contracts.md §9). */
export const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1));
export function expiryYears(today: PlainDate): string[] {
  return Array.from({ length: 15 }, (_, i) => String(Number(today.slice(0, 4)) + i));
}

const bySchema = schemaResolver(cardShape as never, 'cc') as unknown as Resolver<CardValues, unknown, Card>;

/**
 * The server's rules, with a blank as a missing field instead of a wrong number, and with a check for expired
 * cards.
 */
export function cardResolver(today: PlainDate): Resolver<CardValues, unknown, Card> {
  return async (values, context, options) => {
    const withBrand = { ...values, type: values.type || (cardTypeOf(digitsOf(values.number)) ?? '') };
    const result = await bySchema(withBrand, context, options);
    const errors: FieldErrors<CardValues> = { ...result.errors };
    for (const field of Object.keys(emptyCard) as (keyof CardValues)[]) {
      // A good number determines the type.
      if ((field === 'type' ? withBrand.type : values[field]).trim() === '')
        errors[field] = {
          type: 'required',
          message: m.server_field_required({ field: fieldName([field], 'cc') }),
        };
    }
    const isPast = `${values.exp_year}-${values.exp_month.padStart(2, '0')}` < today.slice(0, 7);
    if (values.exp_month && values.exp_year && isPast)
      errors.exp_month = { type: 'expired', message: m.contract_card_expired() };
    // Whether a chosen type fits is unknown behind a wrong number; one error is enough.
    if (errors.number && withBrand.type !== '') delete errors.type;
    return Object.keys(errors).length > 0 ? { values: {}, errors } : result;
  };
}
