import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import type { Award } from './aid.contract.ts';
import type { AwardState } from './award.states.ts';

type Granted = Pick<Award, 'kind' | 'amount_cents' | 'milli_percent'>;

export const percentText = (milli_percent: number): string => String(milli_percent / 1000);

/** What an award grants, in words. */
export function grantedText({ kind, amount_cents, milli_percent }: Granted): string {
  const amount = formatMoney(cents(amount_cents ?? 0));
  if (kind === 'share') return m.office_award_share({ percent: percentText(milli_percent ?? 0) });
  return kind === 'pays' ? m.office_award_pays({ amount }) : m.office_award_off({ amount });
}

export const awardStates: Readonly<Record<AwardState, () => string>> = {
  open: m.office_award_state_open,
  found: m.office_award_state_found,
  used: m.office_award_state_used,
  ended: m.office_award_state_ended,
};

export const childName = ({ first_name, last_name }: Pick<Award, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`;
