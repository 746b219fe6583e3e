import { and, eq, inArray, lte, max, min, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { auditLog } from '#db/tables/platform.ts';
import { processorEvents } from '#db/tables/billing/processor-events.ts';
import { orderRefunds, refunds } from '#db/tables/billing/refunds.ts';
import { settledMatters } from '#db/tables/billing/worklist.ts';
import { sum, type Cents } from '#kit/money.ts';
import { pick } from '#kit/pick.ts';
import type { ProcessorReason } from '#kit/processor-reason.ts';
import { UNDONE_REFUNDS, type RefundState } from '#modules/billing/refunds/refund.states.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { MATTERS_SHOWN, type MatterKind } from './matter.states.ts';

export type FoundMatter = {
  /** `refund:12`, `charge:pi_5`; unique within a kind */
  subject: string;
  since: Date;
  amount_cents: Cents | null;
  code?: string | null;
  reason?: ProcessorReason | null;
  due_at?: Date | null;
  dispute?: { id: number; gateway_ref: string } | null;
  /** the earlier of two orders; the other one is the payment's */
  other_order_id?: number | null;
  payment?: { id: number; order_id: number; payment_number: number } | null;
  parent?: { id: number; first_name: string; last_name: string } | null;
};

/** A new matter about the same subject needs another settlement. */
export const isUnsettled = (kind: MatterKind, subject: SQL | AnyColumn, since: SQL | AnyColumn): SQL =>
  sql`not exists (select 1 from ${settledMatters} where ${settledMatters.kind} = ${kind}
    and ${settledMatters.subject} = ${subject} and ${settledMatters.settled_at} >= ${since})`;

export async function insertSettled(tx: Tx, settled: typeof settledMatters.$inferInsert): Promise<void> {
  const { settled_at, settled_by_id } = settled;
  await tx
    .insert(settledMatters)
    .values(settled)
    .onConflictDoUpdate({
      target: [settledMatters.kind, settledMatters.subject],
      set: { settled_at, settled_by_id },
    });
}

type Call = { subject: string; subject_id: number; since: Date; code: string | null };

/** Lists unsettled audit rows by subject. The list is mostly empty, so the subjects are read separately. */
export async function listCalls(db: Db, kind: MatterKind, action: string): Promise<Call[]> {
  const rows = await db
    .select({
      subject: auditLog.subject,
      since: min(auditLog.at),
      code: max(sql<string>`${auditLog.detail} ->> 'code'`),
    })
    .from(auditLog)
    .where(and(eq(sql`lower(${auditLog.action})`, action), isUnsettled(kind, auditLog.subject, auditLog.at)))
    .groupBy(auditLog.subject)
    .orderBy(min(auditLog.at));
  return rows.map(({ subject, since, code }) => {
    const subject_id = Number(subject.split(':')[1]);
    return { subject, subject_id, since: since!, code };
  });
}

type AboutCall = Omit<FoundMatter, 'subject' | 'since' | 'code'> & { id: number };

export async function withCalls(
  calls: readonly Call[],
  read: (ids: number[]) => Promise<AboutCall[]>,
): Promise<FoundMatter[]> {
  if (calls.length === 0) return [];
  const found = new Map((await read(calls.map(({ subject_id }) => subject_id))).map((row) => [row.id, row]));
  // Many calls are closed automatically, so the limit counts the rest.
  return calls
    .flatMap(({ subject, subject_id, since, code }) => {
      const about = found.get(subject_id);
      if (!about) return [];
      const { id: _, ...facts } = about;
      return [{ subject, since, code, ...facts }];
    })
    .slice(0, MATTERS_SHOWN);
}

export const ofPayment = pick(payments, ['id', 'order_id', 'payment_number']);
export const ofParent = pick(users, ['id', 'first_name', 'last_name']);

/** @param isStillOpen  leaves out attempts resolved since */
export async function chargeMatters(
  db: Db,
  kind: MatterKind,
  { action, isStillOpen }: { action: string; isStillOpen?: SQL },
): Promise<FoundMatter[]> {
  return withCalls(await listCalls(db, kind, action), async (ids) => {
    const rows = await db
      .select({
        id: chargeAttempts.id,
        principal_cents: chargeAttempts.principal_cents,
        surcharge_cents: chargeAttempts.surcharge_cents,
        reason: chargeAttempts.processor_reason,
        payment: ofPayment,
        parent: ofParent,
      })
      .from(chargeAttempts)
      .innerJoin(payments, eq(payments.id, chargeAttempts.payment_id))
      .innerJoin(orders, eq(orders.id, payments.order_id))
      .innerJoin(users, eq(users.id, orders.user_id))
      .where(and(inArray(chargeAttempts.id, ids), isStillOpen));
    return rows.map(({ principal_cents, surcharge_cents, ...row }) => ({
      ...row,
      amount_cents: sum([principal_cents, surcharge_cents]),
    }));
  });
}

export const isChargeUnclear: SQL = inArray(chargeAttempts.state, ['sent', 'unknown']);

const selectRefunds = (db: Db) =>
  db
    .select({
      id: refunds.id,
      amount_cents: refunds.amount_cents,
      code: refunds.code,
      reason: refunds.processor_reason,
      created_at: refunds.created_at,
      finished_at: refunds.finished_at,
      payment: ofPayment,
      parent: ofParent,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id));

export async function refundMatters(
  db: Db,
  kind: MatterKind,
  { action, states }: { action: string; states?: RefundState[] },
): Promise<FoundMatter[]> {
  return withCalls(await listCalls(db, kind, action), async (ids) => {
    const inStates = states && inArray(refunds.state, states);
    const rows = await selectRefunds(db).where(and(inArray(refunds.id, ids), inStates));
    return rows.map(({ id, amount_cents, reason, payment, parent }) => ({
      id,
      amount_cents,
      reason,
      payment,
      parent,
    }));
  });
}

/** As much of the same payment was given back later, or is on its way; a smaller refund is another matter. */
const isGivenLater = sql`(select coalesce(sum(later.amount_cents), 0) from refunds later
  where later.payment_id = ${refunds.payment_id} and later.id > ${refunds.id}
  and later.state not in ${sql.raw(`('${UNDONE_REFUNDS.join("','")}')`)}) >= ${refunds.amount_cents}`;

const isRefusedForBalance = {
  refund_short_of_balance: eq(refunds.code, 'balance_too_low'),
  refund_failed: sql`${refunds.code} is distinct from 'balance_too_low'`,
};

/**
 * Refunds through the processor that have failed, for its balance or otherwise, and of which less has been
 * given back since.
 */
export async function failedRefunds(db: Db, kind: keyof typeof isRefusedForBalance): Promise<FoundMatter[]> {
  const subject = sql`'refund:' || ${refunds.id}`;
  const rows = await selectRefunds(db)
    .innerJoin(orderRefunds, eq(orderRefunds.id, refunds.order_refund_id))
    .where(
      and(
        eq(refunds.state, 'failed'),
        eq(orderRefunds.way, 'processor'),
        sql`not ${isGivenLater}`,
        isRefusedForBalance[kind],
        isUnsettled(kind, subject, refunds.finished_at),
      ),
    )
    .orderBy(refunds.finished_at)
    .limit(MATTERS_SHOWN);
  return rows.map(({ id, created_at, finished_at, ...row }) => ({
    ...row,
    subject: `refund:${id}`,
    since: finished_at ?? created_at,
  }));
}

export async function pendingRefunds(db: Db, before: Date, which: SQL): Promise<FoundMatter[]> {
  const rows = await selectRefunds(db)
    .where(and(eq(refunds.state, 'pending'), lte(refunds.created_at, before), which))
    .orderBy(refunds.created_at)
    .limit(MATTERS_SHOWN);
  return rows.map(({ id, created_at, finished_at: _, ...row }) => ({
    ...row,
    subject: `refund:${id}`,
    since: created_at,
  }));
}

export const isForBalance = eq(refunds.code, 'balance');
export const isNotForBalance = sql`${refunds.code} is distinct from 'balance'`;

/** Only the processor knows the amount. */
export async function foreignObjects(
  db: Db,
  kind: MatterKind,
  object_kinds: readonly string[],
): Promise<FoundMatter[]> {
  const calls = (await listCalls(db, kind, 'billing.foreign_object')).filter(({ subject }) =>
    object_kinds.includes(subject.split(':')[0]!),
  );
  const recorded = await recordedRefunds(
    db,
    calls.map(({ subject }) => refOf(subject)),
  );
  return calls
    .filter(({ subject }) => !recorded.has(refOf(subject)))
    .slice(0, MATTERS_SHOWN)
    .map(({ subject, since }) => ({ subject, since, amount_cents: null }));
}

const refOf = (subject: string) => subject.slice(subject.indexOf(':') + 1);

/** Staff may have recorded a refund of another origin on an order (S25). */
async function recordedRefunds(db: Db, refs: string[]): Promise<Set<string | null>> {
  if (refs.length === 0) return new Set();
  const { gateway_ref } = refunds;
  const rows = await db.select({ gateway_ref }).from(refunds).where(inArray(gateway_ref, refs));
  return new Set(rows.map((row) => row.gateway_ref));
}

export async function failingEvents(db: Db, before: Date): Promise<FoundMatter[]> {
  const { object_kind, object_ref, received_at, processed_at, last_error } = processorEvents;
  const rows = await db
    .select({ object_kind, object_ref, since: min(received_at), code: max(last_error) })
    .from(processorEvents)
    .where(sql`${processed_at} is null and ${last_error} is not null`)
    .groupBy(object_kind, object_ref)
    .having(lte(min(received_at), before))
    .orderBy(min(received_at))
    .limit(MATTERS_SHOWN);
  return rows.map((row) => ({
    subject: `${row.object_kind}:${row.object_ref}`,
    since: row.since!,
    code: row.code,
    amount_cents: null,
  }));
}
