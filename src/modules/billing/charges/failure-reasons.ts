import { m } from '#i18n/messages.js';
import { isStoppedDebit } from '#modules/billing/payments/attempt-transitions.ts';
import { FAILED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import { reasonOfReturn } from './return-reasons.ts';

export type EndedAttempt = { state: string; code: string | null };

const REASONS: Record<string, () => string> = {
  insufficient_funds: m.server_failure_insufficient_funds,
  expired: m.server_failure_expired,
  wrong_code: m.server_failure_wrong_code,
  processing_error: m.server_failure_processing_error,
  authentication_required: m.server_failure_authentication_required,
  account_unusable: m.server_failure_account_unusable,
  method_gone: m.server_failure_method_gone,
  blocked: m.server_failure_blocked,
  over_limit: m.server_failure_over_limit,
  company_limit: m.server_failure_company_limit,
  refused_request: m.server_failure_our_mistake,
  account_refused: m.server_failure_our_mistake,
  not_sent: m.server_failure_not_sent,
};

/** Part of a sentence, without a full stop. */
export const reasonOfAttempt = ({ state, code }: EndedAttempt): string => {
  if (state === 'not_found') return (REASONS[code ?? ''] ?? m.server_failure_not_found)();
  if (code === 'company_limit') return m.server_failure_company_limit();
  // Staff read the code of a return too: the office looks codes up at the bank.
  if (code === 'disputed') return m.server_failure_disputed();
  if (state === 'returned') return code ? `${reasonOfReturn(code)} (${code})` : reasonOfReturn(code);
  return (REASONS[code ?? ''] ?? m.server_failure_declined)();
};

/**
 * @param last  undefined without attempts
 * @returns null for a payment without an obstacle
 */
export function reasonOf(status: string, last: EndedAttempt | undefined): string | null {
  if (status === 'needs_method') return m.server_failure_needs_method();
  if (['processing', 'paid', 'cancelled'].includes(status)) return null;
  return last && FAILED_ATTEMPTS.some((failed) => failed === last.state) ? reasonOfAttempt(last) : null;
}

const FAMILY_READS = ['insufficient_funds', 'expired', 'wrong_code', 'over_limit', 'account_unusable'];

/**
 * Loss, theft and fraud read as declined (S22, S16.2).
 * @param tried  the charged method, as `Visa ****4242`, and the sum with its fee (MP4)
 */
export function familyReasonOf(
  { state, code }: EndedAttempt,
  tried: { method: string; total: string },
): string {
  if (state === 'not_found') return m.server_why_not_found(tried);
  if (code === 'disputed') return m.server_why_disputed(tried);
  if (isStoppedDebit({ state, code })) return m.server_why_stopped(tried);
  if (state === 'returned') return m.server_why_returned({ ...tried, reason: reasonOfReturn(code) });
  if (code === 'authentication_required') return m.server_why_payer(tried);
  const isSaid = code !== null && FAMILY_READS.includes(code);
  return isSaid
    ? m.server_why_declined_for({ ...tried, reason: REASONS[code]!() })
    : m.server_why_declined(tried);
}
