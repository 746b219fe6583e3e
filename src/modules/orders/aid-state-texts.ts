import { m } from '#i18n/messages.js';
import type { AidState } from './aid.states.ts';

export const AID_STATE_TEXTS: Record<AidState, () => string> = {
  awarded: m.contract_aid_state_awarded,
  to_confirm: m.contract_aid_state_to_confirm,
  confirmed: m.contract_aid_state_confirmed,
  declined: m.contract_aid_state_declined,
};

export const aidStateText = (state: AidState): string => AID_STATE_TEXTS[state]();
