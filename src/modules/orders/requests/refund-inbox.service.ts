import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import type { Db } from '#platform/db/database.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { orderFilters } from '#modules/orders/reading/list-places.service.ts';
import { ENDED_REQUESTS } from '#modules/orders/request.states.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { dayIn, daysBetween } from '#kit/plain-date.ts';
import type {
  listRequests as listRequestsCall,
  RefundRequestForStaff,
  RequestRow,
  RequestSort,
} from './refund-inbox.contract.ts';
import {
  countOpenRequests,
  findRequest,
  listApprovalDetails,
  listedRequests,
  listRefundDetails,
  REQUEST_SORTS,
  type ApprovalRecord,
  type InboxRecord,
} from './requests.queries.ts';
import { paidBackShape } from '#modules/orders/order-requests.contract.ts';
import { toRefundRequestResponse } from '#modules/orders/reading/request-response.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';

export const countOpenRefundRequests = countOpenRequests;

/**
 * A page of the requests of families.
 * @throws filter_invalid
 */
export async function listRequests(
  { db, clock, vault }: ListDeps,
  {
    sort,
    after,
    limit,
    found,
    countTo,
    kind,
    state,
    ...asked
  }: AskedOf<typeof listRequestsCall> & Place<RequestSort>,
): ReadList<RequestRow> {
  const filters = orderFilters({ vault, catalog: await sellingCatalog(db, clock.now()) }, asked);
  const listed = listedRequests({ ...filters, kinds: kind, states: state });
  const query = { place: { sort, after, limit }, sort: REQUEST_SORTS[sort], found, countTo };
  const page = await listedPage(db, listed, query);
  const refunds = await listRefundDetails(
    db,
    page.rows.filter((id) => id > 0),
  );
  const approvals = await listApprovalDetails(
    db,
    page.rows.filter((id) => id < 0).map((id) => -id),
  );
  const today = clock.today();
  const ageOf = (at: Date) => daysBetween(dayIn(clock.time_zone, at), today);
  const rows = [
    ...refunds.map((row) => refundRow(row, ageOf(row.request.requested_at))),
    ...approvals.map((row) => approvalRow(row, ageOf(row.approval.requested_at))),
  ];
  return { ...page, rows: inOrderOf(page.rows, rows) };
}

export async function readRequestForStaff(
  { db, vault }: { db: Db; vault: Vault },
  id: number,
): Promise<RefundRequestForStaff> {
  const row = await findRequest(db, id);
  if (!row) throw new Refusal(orderRefusals.refund_request_not_found);
  const { address, apt, city, state, zip } = openContract(vault, row).student;
  return {
    ...requestOf(row),
    is_order_active: row.order_status === 'active',
    address: { address, apt, city, state, zip },
    tries: row.request.tries,
  };
}

/** Leaves an audit row, because the request has a student's home address (reliability 5.6). */
export async function openRequest(
  { db, clock, vault }: { db: Db; clock: Clock; vault: Vault },
  staff: Viewer,
  id: number,
): Promise<RefundRequestForStaff> {
  const request = await readRequestForStaff({ db, vault }, id);
  await writeAudit(db, clock.now(), staff, { action: 'order.read', subject: `order:${request.order_id}` });
  return request;
}

type Person = { first_name: string; last_name: string };
const nameIfAny = (person: Person | null) => person && fullName(person);

function contractOf(
  contract_number: string | null,
  { parent: { id, first_name, last_name }, program_group, program, period }: ContractSnapshot,
) {
  return {
    contract_number,
    parent: { id, first_name, last_name },
    school: program_group.text,
    program: program.text,
    period: period.text,
  };
}

function requestOf({ request, contract_number, snapshot, taker, decider }: InboxRecord) {
  return {
    id: request.id,
    order_id: request.order_id,
    ...contractOf(contract_number, snapshot),
    // Staff see the payback while under way; the family sees the payback once finished.
    request: { ...toRefundRequestResponse(request), ...paidBackShape.parse(request) },
    taken_up_by: nameIfAny(taker),
    decided_by: nameIfAny(decider),
  };
}

function refundRow(row: InboxRecord, age_days: number): RequestRow {
  const { status, requested_at } = row.request;
  return {
    ...requestOf(row),
    kind: 'refund',
    state: status,
    requested_at: requested_at.toISOString(),
    age_days: ENDED_REQUESTS.includes(status) ? null : age_days,
  };
}

const approvalRow = (
  { approval, contract_number, snapshot }: ApprovalRecord,
  age_days: number,
): RequestRow => ({
  id: -approval.id,
  kind: 'reassign',
  order_id: approval.order_id,
  ...contractOf(contract_number, snapshot),
  requested_at: approval.requested_at.toISOString(),
  state: 'approved',
  age_days,
  request: null,
  taken_up_by: null,
  decided_by: null,
});

export { reassignmentWork, refundRequestWork } from './requests.queries.ts';
