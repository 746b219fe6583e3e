import { m } from '#i18n/messages.js';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import type { Kind, Readiness } from '#platform/payments/readiness.ts';

export type ReadinessProblem = {
  what: 'charges' | Kind | 'payouts' | 'schedule' | 'descriptor' | 'past_due' | 'due';
  sentence: string;
  closes: readonly Kind[];
};

const BOTH: readonly Kind[] = ['card', 'bank'];

const problem = (
  what: ReadinessProblem['what'],
  sentence: string,
  closes: readonly Kind[] = [],
): ReadinessProblem => ({ what, sentence, closes });

/** Each problem has a task at Stripe. Facts missing from Stripe's answer close nothing (MS5). */
export function readinessProblems(readiness: Readiness, time_zone: string): ReadinessProblem[] {
  const { charges_enabled, payouts_enabled, capabilities, requirements } = readiness;
  const { due, past_due, deadline, disabled_reason } = requirements;
  const reason = disabled_reason ?? m.portal_ready_no_reason();
  const isOff = (kind: Kind) => !['active', 'unknown'].includes(capabilities[kind]);
  const fields = (names: readonly string[]) => names.join(', ');
  const day = deadline ? formatDate(dayIn(time_zone, deadline)) : m.portal_ready_no_day();
  const found: (ReadinessProblem | false)[] = [
    !charges_enabled && problem('charges', m.portal_ready_charges({ reason }), BOTH),
    isOff('card') && problem('card', m.portal_ready_card({ state: capabilities.card }), ['card']),
    isOff('bank') && problem('bank', m.portal_ready_bank({ state: capabilities.bank }), ['bank']),
    !payouts_enabled && problem('payouts', m.portal_ready_payouts({ reason })),
    readiness.payout_interval === 'manual' && problem('schedule', m.portal_ready_schedule()),
    readiness.statement_descriptor === null && problem('descriptor', m.portal_ready_descriptor()),
    past_due.length > 0 && problem('past_due', m.portal_ready_past_due({ fields: fields(past_due) })),
    due.length > past_due.length &&
      problem(
        'due',
        m.portal_ready_due({ fields: fields(due.filter((name) => !past_due.includes(name))), day }),
      ),
  ];
  return found.filter((problem) => problem !== false);
}
