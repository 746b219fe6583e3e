import { and, asc, desc, eq, inArray, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { mandates, paymentMethods, payments } from '#db/tables/billing.ts';
import { programGroups, programs } from '#db/tables/catalog.ts';
import { orderRefunds } from '#db/tables/refunds.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { SavedInstrument } from '#platform/payments/gateway.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';

export type MethodRow = typeof paymentMethods.$inferSelect & { paymentType: PaymentTypeKey };

const columns = async (db: Db, where: ReturnType<typeof and>) => {
  const rows = await db
    .select({ method: paymentMethods, key: options.key })
    .from(paymentMethods)
    .innerJoin(options, eq(options.id, paymentMethods.payment_type_id))
    .where(where)
    .orderBy(desc(paymentMethods.created_at), desc(paymentMethods.id));
  return rows.map(({ method, key }): MethodRow => ({ ...method, paymentType: key as PaymentTypeKey }));
};

export async function findMethod(db: Db, payment_method_id: number): Promise<MethodRow | undefined> {
  return (await columns(db, eq(paymentMethods.id, payment_method_id)))[0];
}

/** Those in use, newest first; one that was deleted is kept for the rows that name it, and shown nowhere. */
export async function methodsOfUser(db: Db, user_id: number): Promise<MethodRow[]> {
  return columns(db, and(eq(paymentMethods.user_id, user_id), eq(paymentMethods.is_active, true)));
}

/** The same of several users. */
export async function methodsOfUsers(db: Db, user_ids: number[]): Promise<MethodRow[]> {
  return columns(db, and(isAnyOf(paymentMethods.user_id, user_ids), eq(paymentMethods.is_active, true)));
}

/**
 * Those of some users in use, and accounts whose bank has refused a debit for good: nothing replaces them by
 * itself.
 */
export async function methodsAndReturnedOf(db: Db, user_ids: number[]): Promise<MethodRow[]> {
  const isWanted = or(eq(paymentMethods.is_active, true), isNotNull(paymentMethods.returned_at));
  return columns(db, and(isAnyOf(paymentMethods.user_id, user_ids), isWanted));
}

/**
 * Whoever changes a user's methods waits here for whoever else does: the first, the default and the last one
 * are counted.
 */
export async function lockMethodsOf(tx: Tx, user_id: number): Promise<void> {
  await lockName(tx, { name: `payment methods of user ${user_id}` });
}

const lockName = prepared((db, { name }: Slots<{ name: string }>) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`),
);

export type NewMethod = Pick<
  typeof paymentMethods.$inferInsert,
  'user_id' | 'program_group_id' | 'name' | 'gateway_customer' | 'created_at'
> & {
  paymentType: PaymentTypeKey;
  saved: SavedInstrument;
  /** what is saved for general use already is the same card or account (O7) */
  isGeneralTheSame?: boolean;
};

type StoredMethod = Omit<NewMethod, 'saved' | 'isGeneralTheSame' | 'program_group_id'> &
  Omit<SavedInstrument, 'ref'> & { program_group_id: number | null; gateway_ref: string };

const insertStored = prepared((db, { paymentType, ...method }: Slots<StoredMethod>) => {
  const isDefault = isDefaultOf(method.user_id, method.program_group_id);
  const isFirst = sql<boolean>`not exists (select from ${paymentMethods}
    where ${isDefault} and ${paymentMethods.is_active})`;
  const payment_type_id = sql<number>`(select ${options.id} from ${options}
    where ${options.key} = ${paymentType})`;
  return db
    .insert(paymentMethods)
    .values({ ...method, payment_type_id, is_default: isFirst })
    .onConflictDoUpdate({
      target: paymentMethods.gateway_ref,
      set: {
        is_active: true,
        deactivated_at: null,
        is_default: sql`excluded.is_default
          or (${paymentMethods.is_default} and ${paymentMethods.is_active})`,
      },
    })
    .returning();
});

/**
 * Saves a method; the first one of a user and group becomes their default (PM). Saving it again changes
 * nothing, unless it was deleted in between: then it is wanted again.
 */
export async function insertMethod(
  tx: Tx,
  { paymentType, saved: { ref, ...instrument }, isGeneralTheSame, ...method }: NewMethod,
): Promise<MethodRow> {
  const wanted = { ref, fingerprint: instrument.fingerprint, isGeneralTheSame, ...method };
  const [, same] = await atOnce([lockMethodsOf(tx, method.user_id), findSame(tx, wanted)]);
  if (same !== undefined) {
    const changes = { ...instrument, gateway_ref: ref, name: method.name };
    await tx.update(paymentMethods).set(changes).where(eq(paymentMethods.id, same));
    return (await findMethod(tx, same))!;
  }
  const program_group_id = method.program_group_id ?? null;
  const stored = { ...method, ...instrument, program_group_id, gateway_ref: ref, paymentType };
  const [row] = await insertStored(tx, stored);
  return { ...row!, paymentType };
}

type Wanted = Pick<NewMethod, 'user_id' | 'program_group_id' | 'isGeneralTheSame'> & {
  ref: string;
  fingerprint: string | null | undefined;
};

/**
 * The row of the same card or account in use; its token is replaced by the new one, unless that has a row
 * itself.
 */
async function findSame(tx: Tx, wanted: Wanted): Promise<number | undefined> {
  const { user_id, ref, fingerprint } = wanted;
  if (!fingerprint) return undefined;
  const program_group_id = wanted.program_group_id ?? null;
  const isGeneralTheSame = wanted.isGeneralTheSame === true;
  const [same] = await sameInUse(tx, { user_id, program_group_id, isGeneralTheSame, ref, fingerprint });
  return same?.id;
}

type Sought = {
  user_id: number;
  program_group_id: number | null;
  isGeneralTheSame: boolean;
  ref: string;
  fingerprint: string;
};

const sameInUse = prepared((db, sought: Slots<Sought>) => {
  const isGeneral = isNull(paymentMethods.program_group_id);
  const isKnown = sql`exists (select from ${paymentMethods} known where known.gateway_ref = ${sought.ref})`;
  return db
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.user_id, sought.user_id),
        eq(paymentMethods.fingerprint, sought.fingerprint),
        eq(paymentMethods.is_active, true),
        or(isOfGroup(sought.program_group_id), and(sql`${sought.isGeneralTheSame}::boolean`, isGeneral)),
        not(isKnown),
      ),
    )
    .orderBy(asc(isGeneral), desc(paymentMethods.id))
    .limit(1);
});

/** @param program_group_id  null for general use */
const isOfGroup = (program_group_id: number | null | SQL) =>
  sql`${paymentMethods.program_group_id} is not distinct from ${program_group_id}::bigint`;

const isDefaultOf = (user_id: number | SQL, program_group_id: number | null | SQL) =>
  and(eq(paymentMethods.user_id, user_id), isOfGroup(program_group_id), eq(paymentMethods.is_default, true));

/** Notes that the family has just chosen a method for what is to come. */
export async function markChosen(tx: Tx, payment_method_id: number, at: Date): Promise<void> {
  await tx.update(paymentMethods).set({ chosen_at: at }).where(eq(paymentMethods.id, payment_method_id));
}

/** Makes a method the one default of its user and group, or takes the mark away. */
export async function markDefault(
  tx: Tx,
  method: Pick<MethodRow, 'id' | 'user_id' | 'program_group_id'>,
  is_default: boolean,
): Promise<void> {
  if (is_default)
    await tx
      .update(paymentMethods)
      .set({ is_default: false })
      .where(isDefaultOf(method.user_id, method.program_group_id));
  await tx.update(paymentMethods).set({ is_default }).where(eq(paymentMethods.id, method.id));
}

export async function deactivateMethod(tx: Tx, payment_method_id: number, at: Date): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ is_active: false, is_default: false, deactivated_at: at })
    .where(eq(paymentMethods.id, payment_method_id));
}

export type GroupFacts = { id: number; text: string; programs: { id: number }[] };

export async function groupsOfMethods(db: Db, group_ids: number[]): Promise<Map<number, GroupFacts>> {
  if (group_ids.length === 0) return new Map();
  const groups = await db
    .select({ id: programGroups.id, text: programGroups.text })
    .from(programGroups)
    .where(inArray(programGroups.id, group_ids));
  const parts = await db
    .select({ id: programs.id, group_id: programs.program_group_id })
    .from(programs)
    .where(inArray(programs.program_group_id, group_ids));
  const byGroup = Map.groupBy(parts, (part) => part.group_id);
  return new Map(
    groups.map((group) => [
      group.id,
      { ...group, programs: (byGroup.get(group.id) ?? []).map(({ id }) => ({ id })) },
    ]),
  );
}

// A card or account that a charge, a line or an order names stays as a row, without its holder.
const isNamed = sql`(exists (select from charge_attempts a where a.payment_method_id = ${paymentMethods.id})
  or exists (select from transactions t where t.payment_method_id = ${paymentMethods.id})
  or exists (select from orders o where o.left_method_id = ${paymentMethods.id}))`;

/** The methods of a user that no charge names, deleted and in use. */
export async function listUnnamedMethods(tx: Tx, user_id: number): Promise<number[]> {
  const rows = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(eq(paymentMethods.user_id, user_id), not(isNamed)));
  return rows.map(({ id }) => id);
}

export async function deleteMethods(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.delete(paymentMethods).where(isAnyOf(paymentMethods.id, ids));
}

/** Takes holder and processor's token off every method of a user; brand and last digits stand on receipts. */
export async function eraseMethodRows(tx: Tx, user_id: number, at: Date): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({
      name: 'Deleted',
      gateway_ref: sql`'erased-' || ${paymentMethods.id}`,
      gateway_customer: 'erased',
      fingerprint: null,
      is_default: false,
      is_active: false,
      deactivated_at: sql`coalesce(${paymentMethods.deactivated_at}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(paymentMethods.user_id, user_id));
}

/** Takes the notes of staff off the payments and refunds of orders. */
export async function eraseNotesOf(tx: Tx, order_ids: readonly number[]): Promise<void> {
  const isTheirs = areOf(order_ids);
  await tx.update(payments).set({ reference: null }).where(isTheirs);
  await tx
    .update(orderRefunds)
    .set({ reference: sql`case when ${orderRefunds.reference} is null then null else '' end` })
    .where(isTheirs);
  await eraseStaffWordsOf(tx, order_ids);
}

/** Takes notes and reasons of staff off payments and refunds; numbers of checks stay in the books. */
export async function eraseStaffWordsOf(tx: Tx, order_ids: readonly number[]): Promise<void> {
  const isTheirs = areOf(order_ids);
  await tx.update(payments).set({ notes: null }).where(isTheirs);
  await tx.update(orderRefunds).set({ reason: '' }).where(isTheirs);
}

const areOf = (order_ids: readonly number[]) => sql`order_id = any(${sql.param([...order_ids])}::bigint[])`;

/**
 * Takes the holder off cards and accounts that paid these orders and are in use no more, and network and
 * browser off their authorizations.
 */
export async function eraseHoldersOf(tx: Tx, order_ids: readonly number[]): Promise<void> {
  const ids = sql.param([...order_ids]);
  const methods = sql`select a.payment_method_id from charge_attempts a join payments p on p.id = a.payment_id
    join payment_methods m on m.id = a.payment_method_id
    where p.order_id = any(${ids}::bigint[]) and not m.is_active and not exists (
      select from charge_attempts b join payments q on q.id = b.payment_id
      join contracts c on c.order_id = q.order_id
      where b.payment_method_id = a.payment_method_id and c.erased_at is null
      and c.contract_number is not null)`;
  await tx
    .update(mandates)
    .set({ ip: '', user_agent: '' })
    .where(sql`${mandates.payment_method_id} in (${methods})`);
  await tx
    .update(paymentMethods)
    .set({ name: 'Deleted', brand: '', last_4: '', exp_month: null, exp_year: null })
    .where(sql`${paymentMethods.id} in (${methods})`);
}
