import { m } from '#i18n/messages.js';
import type { PaymentState } from './payment.states.ts';

/** The states of payments, as staff read them. */
export const PAYMENT_STATE_TEXTS: Readonly<Record<PaymentState, () => string>> = {
  scheduled: m.contract_state_scheduled,
  in_flight: m.contract_state_in_flight,
  processing: m.contract_state_processing,
  paid: m.contract_state_paid,
  failed: m.contract_state_failed,
  returned: m.contract_state_returned,
  needs_method: m.contract_state_needs_method,
  cancelled: m.contract_state_canceled,
};
