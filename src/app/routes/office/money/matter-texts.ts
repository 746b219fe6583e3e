import { m } from '#i18n/messages.js';
import type { MatterKind } from '#modules/billing/worklist/matter.states.ts';

type MatterTexts = {
  name: () => string;
  todo: () => string;
};

export const matterTexts: Record<MatterKind, MatterTexts> = {
  collection_stopped: {
    name: m.office_matter_collection_stopped,
    todo: m.office_matter_collection_stopped_todo,
  },
  debits_stopped: { name: m.office_matter_debits_stopped, todo: m.office_matter_debits_stopped_todo },
  cards_stopped: { name: m.office_matter_cards_stopped, todo: m.office_matter_cards_stopped_todo },
  charge_unclear: { name: m.office_matter_charge_unclear, todo: m.office_matter_charge_unclear_todo },
  refund_unclear: { name: m.office_matter_refund_unclear, todo: m.office_matter_refund_unclear_todo },
  charge_contradicts: {
    name: m.office_matter_charge_contradicts,
    todo: m.office_matter_charge_contradicts_todo,
  },
  refund_contradicts: {
    name: m.office_matter_refund_contradicts,
    todo: m.office_matter_refund_contradicts_todo,
  },
  refund_came_back: { name: m.office_matter_refund_came_back, todo: m.office_matter_refund_came_back_todo },
  refund_failed: { name: m.office_matter_refund_failed, todo: m.office_matter_refund_failed_todo },
  refund_short_of_balance: { name: m.office_matter_refund_short, todo: m.office_matter_refund_short_todo },
  refund_waits_for_balance: { name: m.office_matter_refund_waits, todo: m.office_matter_refund_waits_todo },
  refund_stuck: { name: m.office_matter_refund_stuck, todo: m.office_matter_refund_stuck_todo },
  returned_after_refund: { name: m.office_matter_returned_twice, todo: m.office_matter_returned_twice_todo },
  returned_after_end: { name: m.office_matter_returned_ended, todo: m.office_matter_returned_ended_todo },
  withdrawn_fee_paid: { name: m.office_matter_fee_paid, todo: m.office_matter_fee_paid_todo },
  child_twice: { name: m.office_matter_child_twice, todo: m.office_matter_child_twice_todo },
  dispute_warning: { name: m.office_matter_dispute_warning, todo: m.office_matter_dispute_warning_todo },
  dispute_open: { name: m.office_matter_dispute_open, todo: m.office_matter_dispute_open_todo },
  dispute_answered: { name: m.office_matter_dispute_answered, todo: m.office_matter_dispute_answered_todo },
  dispute_unknown: { name: m.office_matter_dispute_unknown, todo: m.office_matter_dispute_unknown_todo },
  dispute_lost: { name: m.office_matter_dispute_lost, todo: m.office_matter_dispute_lost_todo },
  dispute_lost_in_part: {
    name: m.office_matter_dispute_lost_part,
    todo: m.office_matter_dispute_lost_part_todo,
  },
  dispute_contradicts: {
    name: m.office_matter_dispute_contradicts,
    todo: m.office_matter_dispute_contradicts_todo,
  },
  fraud_warning: { name: m.office_matter_fraud_warning, todo: m.office_matter_fraud_warning_todo },
  payment_unpayable: { name: m.office_matter_unpayable, todo: m.office_matter_unpayable_todo },
  payment_too_small: { name: m.office_matter_too_small, todo: m.office_matter_too_small_todo },
  foreign_charge: { name: m.office_matter_foreign_charge, todo: m.office_matter_foreign_charge_todo },
  foreign_refund: { name: m.office_matter_foreign_refund, todo: m.office_matter_foreign_refund_todo },
  difference: { name: m.office_matter_difference, todo: m.office_matter_difference_todo },
  debits_come_back: { name: m.office_matter_debits_back, todo: m.office_matter_debits_back_todo },
  payout_failed: { name: m.office_matter_payout_failed, todo: m.office_matter_payout_failed_todo },
  events_unread: { name: m.office_matter_events_unread, todo: m.office_matter_events_unread_todo },
  event_fails: { name: m.office_matter_event_fails, todo: m.office_matter_event_fails_todo },
};
