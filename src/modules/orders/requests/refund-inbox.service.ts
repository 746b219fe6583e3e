import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { openContract } from '#modules/documents/opened-contract.service.ts';
import type { Db } from '#platform/db/database.ts';
import { pageOf, type CountedPage } from '#platform/db/page-of-rows.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { totalOf, type Place } from '#kit/list/list-endpoint.ts';
import type { ApprovalRow, InboxRow, InboxShow, RefundRequestForStaff } from './refund-inbox.contract.ts';
import {
  countApprovals,
  countRefundRequests,
  findRequest,
  listApprovalRows,
  listRequestRows,
  type InboxRecord,
} from './requests.queries.ts';
import { paidBackShape } from '#modules/orders/order-requests.contract.ts';
import { toRefundRequestResponse } from '#modules/orders/reading/request-response.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';

export const countOpenRefundRequests = (db: Db) => countRefundRequests(db, 'open');

export async function listInbox(
  db: Db,
  { show, ...place }: Place & { show: InboxShow },
): Promise<CountedPage<InboxRow>> {
  const found = await listRequestRows(db, show, place);
  const { rows, next } = pageOf(found, place, ({ request }) => [request.id]);
  return { rows: rows.map(inboxRow), ...totalOf(await countRefundRequests(db, show)), next };
}

export async function listApprovals(db: Db, place: Place): Promise<CountedPage<ApprovalRow>> {
  const found = await listApprovalRows(db, place);
  const { rows, next } = pageOf(found, place, ({ approval }) => [approval.id]);
  return {
    rows: rows.map(({ approval, contract_number, snapshot }) => ({
      id: approval.id,
      order_id: approval.order_id,
      ...contractOf(contract_number, snapshot),
      requested_at: approval.requested_at.toISOString(),
    })),
    ...totalOf(await countApprovals(db)),
    next,
  };
}

export async function readRequestForStaff(
  { db, vault }: { db: Db; vault: Vault },
  id: number,
): Promise<RefundRequestForStaff> {
  const row = await findRequest(db, id);
  if (!row) throw new Refusal(orderRefusals.refund_request_not_found);
  const { address, apt, city, state, zip } = openContract(vault, row).student;
  return {
    ...inboxRow(row),
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

function inboxRow({ request, contract_number, snapshot, taker, decider }: InboxRecord): InboxRow {
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

export { reassignmentWork, refundRequestWork } from './requests.queries.ts';
