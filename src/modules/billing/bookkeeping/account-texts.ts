import { m } from '#i18n/messages.js';
import type { Account } from '#modules/billing/ledger/postings.ts';

const ACCOUNT_TEXTS: Readonly<Record<Account, () => string>> = {
  gateway: m.office_account_gateway,
  bank_on_the_way: m.office_account_bank_on_the_way,
  disputed: m.office_account_disputed,
  office: m.office_account_office,
  checks: m.office_account_checks,
  driver_fund: m.office_account_driver_fund,
  contracts: m.office_account_contracts,
  surcharges: m.office_account_surcharges,
  processor_fees: m.office_account_processor_fees,
  bank: m.office_account_bank,
  reserved: m.office_account_reserved,
  owed: m.office_account_owed,
  adjustments: m.office_account_adjustments,
};

export const accountText = (account: Account): string => ACCOUNT_TEXTS[account]();

const KIND_TEXTS: Readonly<Record<string, () => string>> = {
  charge: m.office_journal_charge,
  settlement: m.office_journal_settlement,
  return: m.office_journal_return,
  refund: m.office_journal_refund,
  refund_failed: m.office_journal_refund_failed,
  received: m.office_journal_received,
  received_back: m.office_journal_received_back,
  adjustment: m.office_journal_adjustment,
  dispute: m.office_journal_dispute,
  dispute_won: m.office_journal_dispute_won,
  dispute_lost: m.office_journal_dispute_lost,
  fee: m.office_movement_fee,
  payout: m.office_movement_payout,
  payout_back: m.office_movement_payout_back,
  top_up: m.office_movement_top_up,
  reserve: m.office_movement_reserve,
};

export const journalKindText = (kind: string): string => KIND_TEXTS[kind]?.() ?? kind;
