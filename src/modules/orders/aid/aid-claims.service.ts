import { daysBetween, dayIn } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { pick } from '#kit/pick.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { orderFilters } from '#modules/orders/reading/list-places.service.ts';
import { aidState } from '#modules/orders/aid.states.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { aidDifference } from '#modules/orders/contracts/aid-difference.ts';
import type { AidClaim, ClaimSort, listAidClaims } from './aid-claims.contract.ts';
import {
  CLAIM_SORTS,
  countOpenClaims,
  findClaim,
  listClaimDetails,
  listedClaims,
  type AidClaimRecord,
} from './aid-claims.queries.ts';

/**
 * A page of the claims (A6).
 * @throws filter_invalid
 */
export async function listClaims(
  { db, clock, vault }: ListDeps,
  { sort, after, limit, found, countTo, state, ...asked }: AskedOf<typeof listAidClaims> & Place<ClaimSort>,
  staff: Viewer,
): ReadList<AidClaim> {
  const filters = orderFilters({ vault, catalog: await sellingCatalog(db, clock.now()) }, asked);
  const listed = listedClaims({ ...filters, states: state });
  const query = { place: { sort, after, limit }, sort: CLAIM_SORTS[sort], found, countTo };
  const page = await listedPage(db, listed, query);
  const rows = inOrderOf(page.rows, await listClaimDetails(db, page.rows));
  return { ...page, rows: rows.map((claim) => toClaimResponse(claim, clock, staff)) };
}

export const openClaims = countOpenClaims;

export { aidClaimWork, findClaim, type AidClaimRecord } from './aid-claims.queries.ts';

/** @throws aid_claim_not_found */
export async function getClaim(db: Db, order_id: number): Promise<AidClaimRecord> {
  const claim = await findClaim(db, order_id);
  if (!claim) throw new Refusal(orderRefusals.aid_claim_not_found);
  return claim;
}

export async function readClaim(
  db: Db,
  clock: Clock,
  { staff, order_id }: { staff: Viewer; order_id: number },
): Promise<AidClaim> {
  return toClaimResponse(await getClaim(db, order_id), clock, staff);
}

function toClaimResponse(claim: AidClaimRecord, clock: Clock, staff: Viewer): AidClaim {
  const { aid, order, snapshot, decider } = claim;
  const { parent, program_group, program, period } = snapshot;
  return {
    id: aid.id,
    order_id: order.id,
    contract_number: claim.contract_number,
    parent: pick(parent, ['id', 'first_name', 'last_name']),
    school: program_group.text,
    program: program.text,
    period: period.text,
    code: aid.code,
    amount_cents: aid.amount_cents,
    ...aidDifference({ ...claim, amount_cents: aid.amount_cents }),
    claimed_at: order.created_at.toISOString(),
    days_open: daysBetween(dayIn(clock.time_zone, order.created_at), clock.today()),
    state: aidState(aid),
    is_awaited: order.status === 'awaiting_aid',
    order_is_active: order.status === 'active',
    consequence: aid.consequence,
    reason: aid.reason,
    decided_at: aid.decided_at?.toISOString() ?? null,
    decided_by: decider && fullName(decider),
    asked: askedOf(claim, staff),
  };
}

const askedOf = ({ request, asker }: AidClaimRecord, staff: Viewer): AidClaim['asked'] =>
  request && {
    ends_order: request.kind === 'aid_end',
    asked_by: asker ? fullName(asker) : '',
    asked_at: request.asked_at.toISOString(),
    amount_cents: request.amount_cents,
    is_own: request.asked_by_id === staff.user_id,
  };
