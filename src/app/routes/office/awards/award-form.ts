import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import { optionalEmail, optionalText, personName, requiredText } from '#kit/rules/fields.ts';
import type { Award } from '#modules/aid/aid.contract.ts';
import { NOTE_MAX, type AwardFields } from '#modules/aid/aid.shapes.ts';
import { AWARD_KINDS } from '#modules/aid/award.states.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';
import { typedPercent } from './pasted-awards.ts';
import { percentText } from '#modules/aid/award-texts.ts';

const dayOrBlank = () =>
  z
    .string()
    .trim()
    .refine((typed) => typed === '' || parseUsDate(typed) !== undefined, {
      error: () => m.office_award_day_unread(),
    });

const sums = ({ kind, amount }: { kind: string; amount: string }) =>
  kind === 'share' ? typedPercent(amount.includes('%') ? amount : `${amount}%`) : typedAmount(amount);

export const awardFormShape = z
  .object({
    first_name: personName(),
    last_name: personName(),
    grade_text: optionalText(60),
    date_of_birth: dayOrBlank(),
    contact_email: optionalEmail(),
    kind: z.enum(AWARD_KINDS),
    amount: requiredText(20),
    note: optionalText(NOTE_MAX),
    expires_on: dayOrBlank(),
    needs_confirmation: z.boolean(),
    is_above_budget: z.boolean(),
  })
  .refine((typed) => typed.amount === '' || (sums(typed) ?? 0) > 0, {
    path: ['amount'],
    error: () => m.office_award_amount_unread(),
  });
export type AwardForm = z.input<typeof awardFormShape>;
export type TypedAward = z.output<typeof awardFormShape>;

export const emptyAward: AwardForm = {
  first_name: '',
  last_name: '',
  grade_text: '',
  date_of_birth: '',
  contact_email: '',
  kind: 'pays',
  amount: '',
  note: '',
  expires_on: '',
  needs_confirmation: false,
  is_above_budget: false,
};

const dayText = (day: Award['expires_on'] | undefined) => (day ? formatDate(day) : '');

export const formOf = (award: Award): AwardForm => ({
  ...emptyAward,
  first_name: award.first_name,
  last_name: award.last_name,
  grade_text: award.grade_text ?? '',
  date_of_birth: dayText(award.date_of_birth),
  contact_email: award.contact_email ?? '',
  kind: award.kind,
  amount:
    award.kind === 'share'
      ? `${percentText(award.milli_percent ?? 0)}%`
      : ((award.amount_cents ?? 0) / 100).toFixed(2),
  note: award.note ?? '',
  expires_on: dayText(award.expires_on),
  needs_confirmation: award.needs_confirmation,
});

/** As the call takes an award. */
export function fieldsOf({
  amount,
  expires_on,
  date_of_birth,
  is_above_budget: _,
  ...typed
}: TypedAward): AwardFields {
  const isShare = typed.kind === 'share';
  const sum = sums({ kind: typed.kind, amount })!;
  return {
    ...typed,
    amount_cents: isShare ? null : (sum as AwardFields['amount_cents']),
    milli_percent: isShare ? (sum as AwardFields['milli_percent']) : null,
    expires_on: parseUsDate(expires_on) ?? null,
    date_of_birth: parseUsDate(date_of_birth) ?? null,
  };
}
