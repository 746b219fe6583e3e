import { instantsOf } from '#kit/list/list-days.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { pick } from '#kit/pick.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { openDraft } from '#modules/orders/printed/encrypted-drafts.service.ts';
import {
  listedPapers,
  listPaperDetails,
  PAPER_SORTS,
} from '#modules/orders/printed/printed-contracts.queries.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import { orderFilters } from '#modules/orders/reading/list-places.service.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { listPapers as listPapersCall, PaperRow, PaperSort } from './paper-list.contract.ts';

/**
 * A page of the printed contracts of which no order is made yet.
 * @throws filter_invalid
 */
export async function listPapers(
  { db, clock, vault }: ListDeps,
  {
    sort,
    after,
    limit,
    found,
    countTo,
    state,
    printed,
    ...asked
  }: AskedOf<typeof listPapersCall> & Place<PaperSort>,
): ReadList<PaperRow> {
  const catalog = await sellingCatalog(db, clock.now());
  const listed = listedPapers(clock.today(), {
    ...orderFilters({ vault, catalog }, asked),
    states: state,
    printed: instantsOf(printed, clock),
  });
  const query = { place: { sort, after, limit }, sort: PAPER_SORTS[sort], found, countTo };
  const page = await listedPage(db, listed, query);
  const names = namesOf(catalog);
  const rows = inOrderOf(page.rows, await listPaperDetails(db, page.rows));
  return { ...page, rows: rows.map((row) => toRow(vault, names, row)) };
}

function toRow(
  vault: Vault,
  names: ReturnType<typeof namesOf>,
  { draft, ...row }: Awaited<ReturnType<typeof listPaperDetails>>[number],
): PaperRow {
  return {
    ...row,
    ...pick(names.ofRoute(draft.route_id), ['line', 'school']),
    ...pick(draft, ['code', 'expires_on', 'received_cents', 'received_on']),
    due_cents: openDraft(vault, draft).facts.price.due_today_cents,
    printed_at: draft.printed_at.toISOString(),
    reference: draft.check_reference,
    note: draft.put_aside_note,
    put_aside_at: draft.put_aside_at?.toISOString() ?? null,
  };
}
