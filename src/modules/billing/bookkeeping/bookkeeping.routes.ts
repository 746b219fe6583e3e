import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import * as contract from './bookkeeping.contract.ts';
import { closeLedgerMonth, openLedgerMonth } from './close-month.service.ts';
import { journalListFile } from './journal-list-file.ts';
import { nameAccount } from './name-account.service.ts';
import { ledgerOf, listAccounts, listJournalRows } from './read-ledger.service.ts';

export function registerBookkeepingRoutes(app: FastifyInstance, { db, clock, files }: AppContext): void {
  handle(app, contract.readLedger, async ({ query }) => [await ledgerOf({ db, clock }, query)]);
  handleList(app, contract.listJournal, (query) => listJournalRows({ db, clock }, query), journalListFile);
  handle(app, contract.listLedgerAccounts, () => listAccounts(db));
  handle(
    app,
    contract.nameLedgerAccount,
    inTx(async (tx, { viewer, params, body }) => [
      await nameAccount(tx, clock.now(), viewer, { ...params, ...body }),
    ]),
  );
  handle(
    app,
    contract.closeMonth,
    inTx(async (tx, { viewer, body }) => [await closeLedgerMonth({ tx, clock, files }, viewer, body.month)]),
  );
  handle(
    app,
    contract.openMonth,
    inTx(async (tx, { viewer, params, body }) => [
      await openLedgerMonth({ tx, clock }, viewer, { ...params, ...body }),
    ]),
  );
}
