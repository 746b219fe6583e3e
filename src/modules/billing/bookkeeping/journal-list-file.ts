import { m } from '#i18n/messages.js';
import type { z } from 'zod';
import type { ListFile } from '#kit/list/list-file.ts';
import { decimalDollars } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { Account } from '#modules/billing/ledger/postings.ts';
import { accountText, journalKindText } from './account-texts.ts';
import type { listJournal } from './bookkeeping.contract.ts';

export type JournalRow = z.output<(typeof listJournal)['item']>['rows'][number];

export const journalListFile: ListFile<JournalRow> = {
  name: (day) => m.office_journal_file({ day }),
  id: ({ posting_id }) => posting_id,
  columns: [
    { header: m.office_ledger_booked_on, cell: ({ booked_on }) => formatDate(booked_on) },
    { header: m.office_ledger_own_day, cell: ({ own_on }) => formatDate(own_on) },
    { header: m.office_ledger_journal, cell: ({ journal_id }) => journal_id },
    { header: m.office_ledger_kind, cell: ({ kind }) => journalKindText(kind) },
    { header: m.office_column_order, cell: ({ order_id }) => order_id },
    { header: m.office_ledger_contract, cell: ({ contract_number }) => contract_number },
    { header: m.office_ledger_account, cell: ({ account }) => accountText(account as Account) },
    { header: m.office_report_amount, cell: ({ amount_cents }) => decimalDollars(amount_cents) },
  ],
};
