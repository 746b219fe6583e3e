import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { centsShape, dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { listEndpoint } from '#kit/list/list-endpoint.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { ACCOUNTS } from '#modules/billing/ledger/postings.ts';
import { bookkeepingRefusals } from './bookkeeping.refusals.ts';
import { accountNameFields } from './account-name.shapes.ts';

const countShape = z.number().int();

/** A span of days; left out, the month of today until now. */
export const ledgerSpanQuery = z.object({ from: dayShape.optional(), thru: dayShape.optional() });

const sumsShape = { debit_cents: centsShape, credit_cents: centsShape };

const monthShape = z.object({
  /** its first day */
  month: dayShape,
  is_closed: z.boolean(),
  /** null while it is open */
  closed_at: instantShape.nullable(),
  closed_by: z.string().nullable(),
  entries: countShape.nullable(),
  /** rows of the journal that are booked in the month now */
  entries_now: countShape,
  files: z.array(z.object({ id: idShape, name: z.string() })),
  /** the next one to be closed, from `closes_from` on */
  can_close: z.boolean(),
  closes_from: dayShape,
  /** the last closed one */
  can_open: z.boolean(),
});
export type LedgerMonth = z.output<typeof monthShape>;

export const readLedger = endpoint({
  name: 'readLedger',
  summary: 'The ledger by day and account, balanced each day, and the months that are closed (RP3.1)',
  method: 'GET',
  path: '/admin/reports/ledger',
  guard: { right: 'money' },
  query: ledgerSpanQuery,
  item: z.object({
    from: dayShape,
    thru: dayShape,
    today: dayShape,
    days: z.array(
      z.object({
        booked_on: dayShape,
        ...sumsShape,
        accounts: z.array(z.object({ account: z.enum(ACCOUNTS), ...sumsShape })),
      }),
    ),
    totals: z.array(z.object({ account: z.enum(ACCOUNTS), ...sumsShape })),
    /** accounts of the span without a name of the company */
    unnamed: z.array(z.enum(ACCOUNTS)),
    /** how many files of QuickBooks Online the span has */
    online_files: countShape,
    months: z.array(monthShape),
  }),
  refusals: [bookkeepingRefusals.span_backwards, bookkeepingRefusals.span_too_long],
});

export const listJournal = listEndpoint({
  name: 'listJournal',
  summary: 'A page of the postings of some days and an account, with their orders (RP3.1)',
  path: '/admin/reports/journal',
  right: 'money',
  isOfPeople: false,
  row: z.object({
    posting_id: idShape,
    journal_id: idShape,
    booked_on: dayShape,
    /** the day of the event */
    own_on: dayShape,
    kind: z.string(),
    order_id: idShape.nullable(),
    contract_number: z.string().nullable(),
    account: z.string(),
    amount_cents: centsShape,
  }),
  sorts: { oldest: { keys: ['number', 'number'] } },
  filters: {
    from: dayShape,
    thru: dayShape,
    account: z.union([z.enum(ACCOUNTS), z.literal('')]).default(''),
  },
  more: sumsShape,
});

const accountShape = z.object({
  account: z.enum(ACCOUNTS),
  /** null: the company has given no name yet */
  name: z.string().nullable(),
  number: z.string().nullable(),
  class: z.string().nullable(),
  /** 0 without a name */
  version: countShape,
});
export type LedgerAccount = z.output<typeof accountShape>;

export const listLedgerAccounts = endpoint({
  name: 'listLedgerAccounts',
  summary: 'How the company’s own chart names each account of the ledger (RP3.2)',
  method: 'GET',
  path: '/admin/reports/ledger/accounts',
  guard: { right: 'money' },
  item: accountShape,
  refusals: [],
});

export const nameLedgerAccount = endpoint({
  name: 'nameLedgerAccount',
  summary: 'Name an account of the ledger as the company’s own chart does (RP3.2)',
  method: 'PUT',
  path: '/admin/reports/ledger/accounts/:account',
  guard: { right: 'company' },
  audits: ['ledger_account.name'],
  proof: 'recent',
  impersonation: 'refused',
  params: z.object({ account: z.enum(ACCOUNTS) }),
  body: accountNameFields.extend({ version: countShape }),
  item: accountShape,
  refusals: [accountRefusals.edited_meanwhile, accountRefusals.refused_while_impersonating],
});

export const closeMonth = endpoint({
  name: 'closeMonth',
  summary: 'Close a month of the ledger and keep its files; what comes later is booked in the next (RP3.5)',
  method: 'POST',
  path: '/admin/reports/ledger/months',
  guard: { right: 'company' },
  audits: ['ledger_month.close'],
  proof: 'recent',
  impersonation: 'refused',
  /** the first day of the month */
  body: z.object({ month: dayShape }),
  item: z.object({ month: dayShape, entries: countShape }),
  refusals: [
    bookkeepingRefusals.account_unnamed,
    bookkeepingRefusals.month_empty,
    bookkeepingRefusals.month_closed,
    bookkeepingRefusals.month_not_next,
    bookkeepingRefusals.month_not_over,
    accountRefusals.refused_while_impersonating,
  ],
});

export const openMonth = endpoint({
  name: 'openMonth',
  summary: 'Open the last closed month again, with a reason (RP3.5)',
  method: 'POST',
  path: '/admin/reports/ledger/months/:month/open',
  guard: { right: 'company' },
  audits: ['ledger_month.open'],
  proof: 'recent',
  impersonation: 'refused',
  params: z.object({ month: dayShape }),
  body: z.object({ reason: requiredText(500) }),
  item: z.object({ month: dayShape }),
  refusals: [
    bookkeepingRefusals.month_open,
    bookkeepingRefusals.month_not_last,
    accountRefusals.refused_while_impersonating,
  ],
});
