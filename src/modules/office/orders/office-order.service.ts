import { pick } from '#kit/pick.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { issuedRefunds } from '#modules/billing/refunds/refunds-of-order.service.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import { noteOpened } from '#modules/office/recent/recent.service.ts';
import { seatsOf } from '#modules/office/seasons/board-routes.service.ts';
import { amendmentsOf } from '#modules/orders/amendments/read-amendments.service.ts';
import { changesFor } from '#modules/orders/contract-changes.ts';
import { readAnyOrder } from '#modules/orders/reading/read-orders.service.ts';
import { listSeatUse } from '#modules/seats/season-seats.service.ts';
import { calledPhones } from '#modules/students/encrypted-texts.service.ts';
import { guardianName, guardiansOf } from '#modules/students/guardians.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { findOrderFacts, type OrderFacts } from './office-order.queries.ts';
import type { ShownAttempt, OfficeOrder } from './office-order.contract.ts';

type Deps = { db: Database; clock: Clock; vault: Vault };

/**
 * All of an order in one answer; its papers and the audit log are read when their part of the page is opened.
 * The row of the audit log is written before anything is answered (OF10.5).
 * @throws order_not_found
 */
export async function readOfficeOrder(
  { db, clock, vault }: Deps,
  staff: Viewer,
  order_id: number,
): Promise<OfficeOrder> {
  const now = clock.now();
  return onOneConnection(db, async (one) => {
    const [{ order, catalog }, facts, refunds, amendments] = await atOnce([
      readAnyOrder({ db: one, vault }, staff, order_id),
      findOrderFacts(one, order_id),
      issuedRefunds(one, order_id),
      amendmentsOf(one, order_id),
    ]);
    const { status, ended_at, offer_id, family, acceptances, has_disputes, refund_request_id } = facts!;
    const [seats] = await atOnce([
      seatsOfRoute(one, now, { catalog, facts: facts! }),
      writeAudit(one, now, staff, { action: 'order.read', subject: `order:${order_id}` }),
      noteOpened(one, now, staff, { kind: 'order', subject_id: order_id }),
    ]);
    return {
      order,
      status,
      ended_at: ended_at?.toISOString() ?? null,
      offer_id,
      family,
      student: studentOf(vault, facts!),
      seats,
      amendments: amendments.map((amendment) => ({
        ...amendment,
        changes: changesFor(staff, amendment.changes),
      })),
      attempts: facts!.attempts.map(toAttempt),
      refunds,
      has_disputes,
      acceptances: acceptances.map((text) => ({
        ...text,
        accepted_at: new Date(text.accepted_at).toISOString(),
      })),
      refund_request_id,
    };
  });
}

const toAttempt = ({ brand, last_4, at, ...charge }: OrderFacts['attempts'][number]): ShownAttempt => ({
  ...charge,
  at: new Date(at).toISOString(),
  method: nameOfMethod({ brand, last_4 }),
});

async function seatsOfRoute(
  db: Db,
  now: Date,
  { catalog, facts }: { catalog: Catalog; facts: OrderFacts },
): Promise<OfficeOrder['seats']> {
  const route = catalog.routes.find(({ id }) => id === facts.route_id)!;
  const used = await listSeatUse(db, now, facts.period_id);
  const { held, offered, ...seats } = seatsOf(
    route,
    used.find(({ route_id }) => route_id === route.id),
  );
  return { ...seats, held: held + offered };
}

/** A removed child keeps nothing but its row. */
function studentOf(vault: Vault, { student }: OrderFacts): OfficeOrder['student'] {
  const person = pick(student, ['id', 'first_name', 'last_name']);
  if (student.deleted_at) return { ...person, phone_home: null, guardians: [] };
  const phones = calledPhones.open(vault, student.id, student);
  return {
    ...person,
    phone_home: phones.phone_home,
    guardians: guardiansOf({ ...student, ...phones }).map((guardian) => ({
      name: guardianName(guardian),
      phone: guardian.phone_mobile,
      email: guardian.email,
    })),
  };
}
