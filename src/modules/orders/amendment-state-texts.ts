import { m } from '#i18n/messages.js';
import type { AmendmentState } from './amendment.states.ts';

export const AMENDMENT_STATE_TEXTS: Record<AmendmentState, () => string> = {
  proposed: m.office_amendment_proposed,
  accepted: m.office_amendment_accepted,
  applied: m.office_amendment_applied,
  declined: m.office_amendment_declined,
  withdrawn: m.office_amendment_withdrawn_state,
  ended: m.office_amendment_ended,
};
