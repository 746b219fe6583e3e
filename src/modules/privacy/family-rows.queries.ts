import { getTableName, sql, type SQL } from 'drizzle-orm';
import { PEOPLE } from '#db/tables/people.ts';
import type { Tx } from '#platform/db/database.ts';

/** In the order of the README. */
export const DATA_FILES = [
  'account',
  'students',
  'addresses',
  'seats',
  'contracts',
  'payments',
  'records',
] as const;
export type DataFile = (typeof DATA_FILES)[number];

type FamilyTable = {
  file: DataFile;
  /** a condition on a row `t` */
  isOwn: (user_id: number) => SQL;
};

const byUser = (id: number) => sql`t.user_id = ${id}`;
const ordersOf = (id: number) => sql`select o.id from orders o where o.user_id = ${id}`;
const byOrder = (id: number) => sql`t.order_id in (${ordersOf(id)})`;
const byPayment = (id: number) =>
  sql`t.payment_id in (select p.id from payments p where p.order_id in (${ordersOf(id)}))`;
const studentsOf = (id: number) => sql`select s.id from students s where s.user_id = ${id}`;
const byStudent = (id: number) => sql`t.student_id in (${studentsOf(id)})`;
const byContract = (id: number) =>
  sql`t.contract_id in (select c.id from contracts c where c.order_id in (${ordersOf(id)}))`;

const isAcceptedText = (id: number) => sql`t.hash in (
  select a.text_hash from acceptances a where a.order_id in (${ordersOf(id)})
  union select m.text_hash from mandates m where m.user_id = ${id}
  union select r.text_hash from refund_requests r where r.order_id in (${ordersOf(id)})
  union select r.text_hash from reassign_approvals r where r.order_id in (${ordersOf(id)}))`;

const paymentsOf = (id: number) => sql`select p.id from payments p where p.order_id in (${ordersOf(id)})`;

const isMailAbout = (id: number) => sql`((t.payload ->> 'user_id')::bigint = ${id}
  or (t.payload ->> 'order_id')::bigint in (${ordersOf(id)})
  or (t.payload ->> 'payment_id')::bigint in (${paymentsOf(id)})
  or (t.payload ->> 'invoice_id')::bigint in
    (select i.id from invoices i where i.order_id in (${ordersOf(id)}))
  or (t.payload ->> 'order_refund_id')::bigint in
    (select r.id from order_refunds r where r.order_id in (${ordersOf(id)}))
  or (t.payload ->> 'mandate_id')::bigint in (select m.id from mandates m where m.user_id = ${id})
  or (t.payload ->> 'dispute_id')::bigint in
    (select d.id from disputes d where d.order_id in (${ordersOf(id)}))
  or (t.payload ->> 'request_id')::bigint in
    (select r.id from second_person_requests r where r.order_id in (${ordersOf(id)})))`;

const isDifferenceOf = (id: number) => sql`t.ref in (
  select r.gateway_ref from refunds r join payments p on p.id = r.payment_id
    where p.order_id in (${ordersOf(id)})
  union select a.gateway_ref from charge_attempts a join payments p on p.id = a.payment_id
    where p.order_id in (${ordersOf(id)}))`;

const subjectsOf = (id: number) => sql`(select 'user:' || ${String(id)}
  union select 'student:' || s.id from students s where s.user_id = ${id}
  union select 'award:' || a.id from aid_awards a
    join students s on s.id = a.student_id where s.user_id = ${id}
  union select 'order:' || o.id from orders o where o.user_id = ${id}
  union select 'payment:' || p.id from payments p where p.order_id in (${ordersOf(id)})
  union select 'charge_attempt:' || a.id from charge_attempts a
    join payments p on p.id = a.payment_id where p.order_id in (${ordersOf(id)})
  union select 'refund:' || r.id from refunds r
    join payments p on p.id = r.payment_id where p.order_id in (${ordersOf(id)})
  union select 'dispute:' || d.id from disputes d where d.order_id in (${ordersOf(id)})
  union select 'collection_stop:' || s.id from collection_stops s
    join charge_attempts a on a.id = s.charge_attempt_id
    join payments p on p.id = a.payment_id where p.order_id in (${ordersOf(id)})
  union select 'difference:' || t.id from reconciliation_differences t where ${isDifferenceOf(id)})`;

// By the subject of an entry, never by the actor alone: staff have accounts too, and act on other families.
const isRecordAbout = (id: number) => sql`(t.on_behalf_of_id = ${id} or t.subject in ${subjectsOf(id)})`;

export const FAMILY_TABLES: Readonly<Record<string, FamilyTable>> = {
  users: { file: 'account', isOwn: (id) => sql`t.id = ${id}` },
  user_roles: { file: 'account', isOwn: byUser },
  user_role_schools: { file: 'account', isOwn: byUser },
  sessions: { file: 'account', isOwn: byUser },
  email_changes: { file: 'account', isOwn: byUser },
  authenticators: {
    file: 'account',
    isOwn: byUser,
  },
  recovery_codes: { file: 'account', isOwn: byUser },
  students: { file: 'students', isOwn: byUser },
  student_images: { file: 'students', isOwn: byStudent },
  financial_aid_codes: { file: 'students', isOwn: byStudent },
  aid_awards: { file: 'students', isOwn: byStudent },
  notes: { file: 'students', isOwn: byUser },
  addresses: { file: 'addresses', isOwn: byUser },
  seat_holds: { file: 'seats', isOwn: byUser },
  waiting_list: { file: 'seats', isOwn: byUser },
  open_checkouts: { file: 'seats', isOwn: byUser },
  orders: { file: 'contracts', isOwn: byUser },
  contracts: { file: 'contracts', isOwn: byOrder },
  contract_discounts: { file: 'contracts', isOwn: byContract },
  contract_amendments: { file: 'contracts', isOwn: byOrder },
  contract_financial_aid: { file: 'contracts', isOwn: byContract },
  acceptances: { file: 'contracts', isOwn: byOrder },
  accepted_texts: { file: 'contracts', isOwn: isAcceptedText },
  signed_copies: { file: 'contracts', isOwn: byOrder },
  printed_contracts: { file: 'contracts', isOwn: byUser },
  sale_offers: { file: 'contracts', isOwn: byUser },
  scans: { file: 'contracts', isOwn: byOrder },
  refund_requests: { file: 'contracts', isOwn: byOrder },
  reassign_approvals: { file: 'contracts', isOwn: byOrder },
  payment_methods: { file: 'payments', isOwn: byUser },
  mandates: { file: 'payments', isOwn: byUser },
  processor_customers: { file: 'payments', isOwn: byUser },
  method_entries: {
    file: 'payments',
    isOwn: byUser,
  },
  payments: { file: 'payments', isOwn: byOrder },
  charge_attempts: {
    file: 'payments',
    isOwn: byPayment,
  },
  invoices: { file: 'payments', isOwn: byOrder },
  kept_receipts: { file: 'payments', isOwn: byOrder },
  kept_statements: { file: 'payments', isOwn: byUser },
  transactions: { file: 'payments', isOwn: byOrder },
  transaction_words: {
    file: 'payments',
    isOwn: (id) =>
      sql`t.transaction_id in (select l.id from transactions l where l.order_id in (${ordersOf(id)}))`,
  },
  second_person_requests: { file: 'payments', isOwn: byOrder },
  concessions: { file: 'payments', isOwn: byOrder },
  disputes: { file: 'payments', isOwn: byOrder },
  settled_matters: { file: 'records', isOwn: (id) => sql`t.subject in ${subjectsOf(id)}` },
  order_refunds: { file: 'payments', isOwn: byOrder },
  refunds: { file: 'payments', isOwn: byPayment },
  reconciliation_differences: { file: 'payments', isOwn: isDifferenceOf },
  journal: { file: 'payments', isOwn: byOrder },
  postings: {
    file: 'payments',
    isOwn: (id) => sql`t.journal_id in (select j.id from journal j where j.order_id in (${ordersOf(id)}))`,
  },
  work_claims: { file: 'records', isOwn: byUser },
  outbox: { file: 'records', isOwn: isMailAbout },
  audit_log: { file: 'records', isOwn: isRecordAbout },
  audit_texts: {
    file: 'records',
    isOwn: (id) => sql`t.audit_id in (select l.id from audit_log l
      where l.on_behalf_of_id = ${id} or l.subject in ${subjectsOf(id)})`,
  },
};

const NOT_COPIED = new Map(PEOPLE.map(({ table, notCopied }) => [getTableName(table), notCopied]));

export type StoredRow = Record<string, unknown>;

/** Rows as stored, by table; instants and days are texts. */
export async function listFamilyRows(
  tx: Tx,
  file: DataFile,
  user_id: number,
): Promise<Record<string, StoredRow[]>> {
  const found: Record<string, StoredRow[]> = {};
  for (const [table, { isOwn, ...of }] of Object.entries(FAMILY_TABLES)) {
    if (of.file !== file) continue;
    const left = sql.param(NOT_COPIED.get(table), { mapToDriverValue: (names) => names });
    const { rows } = await tx.execute<{ row: StoredRow }>(sql`select to_jsonb(t) - ${left}::text[] as row
      from ${sql.identifier(table)} t where ${isOwn(user_id)} order by 1`);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

export type OwnPhoto = { student_id: number; id: number; path: string };

export async function listFamilyPhotos(tx: Tx, user_id: number): Promise<OwnPhoto[]> {
  const { rows } = await tx.execute<{ student_id: number; id: number; path: string }>(sql`
    select i.student_id::int, i.id::int, i.path from student_images i
    where i.student_id in (${studentsOf(user_id)}) order by i.id`);
  return rows;
}

/** An issue about two families, by the order of either: erased with each, and copied for none (MC10). */
const sharedSubjectsOf = (id: number) => sql`select a.subject from audit_log a
  where lower(a.action) = 'orders.child_twice'
    and ((a.detail ->> 'order_id')::bigint in (${ordersOf(id)})
      or (a.detail ->> 'other_order_id')::bigint in (${ordersOf(id)}))`;

/** The audit log's names of a family, and of everything that goes with the family. */
export async function listSubjectsOf(tx: Tx, user_id: number): Promise<string[]> {
  const { rows } = await tx.execute<{ subject: string }>(
    sql`select subject from ${subjectsOf(user_id)} as own (subject) union ${sharedSubjectsOf(user_id)}`,
  );
  return rows.map(({ subject }) => subject);
}
