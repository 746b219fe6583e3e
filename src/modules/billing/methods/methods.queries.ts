import { and, asc, desc, eq, inArray, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { paymentMethods } from '#db/tables/billing/billing.ts';
import { methodEntries } from '#db/tables/billing/method-entries.ts';
import { programGroups, programs } from '#db/tables/catalog.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { SavedInstrument } from '#platform/payments/gateway.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';

export type MethodRow = typeof paymentMethods.$inferSelect & { paymentType: PaymentTypeKey };

export const selectMethods = (db: Db, where: ReturnType<typeof and>) =>
  db
    .select({ method: paymentMethods, key: options.key })
    .from(paymentMethods)
    .innerJoin(options, eq(options.id, paymentMethods.payment_type_id))
    .where(where)
    .orderBy(desc(paymentMethods.created_at), desc(paymentMethods.id));

export const asMethods = async (rows: PromiseLike<Awaited<ReturnType<typeof selectMethods>>>) =>
  (await rows).map(({ method, key }): MethodRow => ({ ...method, paymentType: key as PaymentTypeKey }));

const columns = (db: Db, where: ReturnType<typeof and>) => asMethods(selectMethods(db, where));

export async function findMethod(db: Db, payment_method_id: number): Promise<MethodRow | undefined> {
  return (await columns(db, eq(paymentMethods.id, payment_method_id)))[0];
}

// One that was only entered serves the purchase that it was entered for, and is nobody's choice.
const isInUse = and(eq(paymentMethods.is_active, true), isNotNull(paymentMethods.kept_at));

export async function findMethodByRef(db: Db, gateway_ref: string): Promise<MethodRow | undefined> {
  return (await columns(db, eq(paymentMethods.gateway_ref, gateway_ref)))[0];
}

/** A card as its bank has renewed it: what was charged before stays as it was. */
export async function renewMethod(
  tx: Tx,
  payment_method_id: number,
  { brand, last_4, exp_month, exp_year, funding, fingerprint, bank_name }: SavedInstrument,
): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ brand, last_4, exp_month, exp_year, funding, fingerprint, bank_name })
    .where(eq(paymentMethods.id, payment_method_id));
}

/** Those in use, newest first; one that was deleted is kept for the rows that name it, and shown nowhere. */
export async function methodsOfUser(db: Db, user_id: number): Promise<MethodRow[]> {
  return columns(db, and(eq(paymentMethods.user_id, user_id), isInUse));
}

/** The same of several users. */
export async function methodsOfUsers(db: Db, user_ids: number[]): Promise<MethodRow[]> {
  return columns(db, and(isAnyOf(paymentMethods.user_id, user_ids), isInUse));
}

export const isWanted = or(isInUse, isNotNull(paymentMethods.returned_at));

const wantedOf = prepared((db, { user_ids }: Slots<{ user_ids: number[] }>) =>
  selectMethods(db, and(isAnyOf(paymentMethods.user_id, user_ids), isWanted)),
);

/**
 * Those of some users in use, and accounts whose bank has refused a debit for good: nothing replaces them by
 * itself.
 */
export async function methodsAndReturnedOf(db: Db, user_ids: number[]): Promise<MethodRow[]> {
  return asMethods(wantedOf(db, { user_ids }));
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
  'user_id' | 'program_group_id' | 'name' | 'gateway_customer' | 'processor' | 'created_at'
> & {
  paymentType: PaymentTypeKey;
  /** null for one that is only entered: it is neither listed nor a default */
  kept_at: Date | null;
  saved: SavedInstrument;
  /** it waits for its bank, so that nothing can choose or charge it */
  isVerifying?: boolean;
  /** what is saved for general use already is the same card or account (O7) */
  isGeneralTheSame?: boolean;
};

type StoredMethod = Omit<NewMethod, 'saved' | 'isGeneralTheSame' | 'isVerifying' | 'program_group_id'> &
  Omit<SavedInstrument, 'ref' | 'holder'> & {
    program_group_id: number | null;
    gateway_ref: string;
    is_active: boolean;
  };

const insertStored = prepared((db, { paymentType, ...method }: Slots<StoredMethod>) => {
  const isDefault = isDefaultOf(method.user_id, method.program_group_id);
  const isFirst = sql<boolean>`(${method.is_active}::boolean and ${method.kept_at}::timestamptz is not null
    and not exists (select from ${paymentMethods} where ${isDefault} and ${paymentMethods.is_active}))`;
  const payment_type_id = sql<number>`(select ${options.id} from ${options}
    where ${options.key} = ${paymentType})`;
  return db
    .insert(paymentMethods)
    .values({ ...method, payment_type_id, is_default: isFirst })
    .onConflictDoUpdate({
      target: paymentMethods.gateway_ref,
      set: {
        is_active: sql`excluded.is_active or ${paymentMethods.is_active}`,
        deactivated_at: null,
        kept_at: sql`coalesce(${paymentMethods.kept_at}, excluded.kept_at)`,
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
  {
    paymentType,
    saved: { ref, holder: _, ...instrument },
    isGeneralTheSame,
    isVerifying,
    ...method
  }: NewMethod,
): Promise<MethodRow> {
  const wanted = { ref, fingerprint: instrument.fingerprint, isGeneralTheSame, ...method };
  const locked = lockMethodsOf(tx, method.user_id);
  // One that waits is no other's equal before its bank has said whose it is.
  const found = isVerifying ? findWaiting(tx, wanted) : findSame(tx, wanted);
  const [, same] = await atOnce([locked, found]);
  if (same !== undefined && isVerifying) return (await findMethod(tx, same))!;
  if (same !== undefined) {
    const { name, processor } = method;
    const changes = { ...instrument, gateway_ref: ref, name, processor };
    await tx.update(paymentMethods).set(changes).where(eq(paymentMethods.id, same));
    return (await findMethod(tx, same))!;
  }
  const program_group_id = method.program_group_id ?? null;
  const is_active = !isVerifying;
  const stored = { ...method, ...instrument, program_group_id, gateway_ref: ref, paymentType, is_active };
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

/** The row of the same account that waits for its bank already. */
async function findWaiting(tx: Tx, wanted: Wanted): Promise<number | undefined> {
  const { id, user_id, fingerprint } = paymentMethods;
  const [same] = await tx
    .select({ id })
    .from(paymentMethods)
    .innerJoin(
      methodEntries,
      and(eq(methodEntries.payment_method_id, id), eq(methodEntries.state, 'verifying')),
    )
    .where(
      and(
        eq(user_id, wanted.user_id),
        eq(fingerprint, wanted.fingerprint ?? ''),
        isOfGroup(wanted.program_group_id ?? null),
      ),
    )
    .limit(1);
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
        isInUse,
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

/**
 * Notes that the family saves a method that it had entered; the first of its group becomes the default.
 * @returns false when it is there no more
 */
export async function markKept(tx: Tx, payment_method_id: number, at: Date): Promise<boolean> {
  const { user_id, program_group_id } = paymentMethods;
  const isFirst = sql<boolean>`not exists (select from ${paymentMethods} other
    where other.user_id = ${user_id} and other.program_group_id is not distinct from ${program_group_id}
      and other.is_default and other.is_active)`;
  const { rowCount } = await tx
    .update(paymentMethods)
    .set({
      kept_at: sql`coalesce(${paymentMethods.kept_at}, ${at.toISOString()}::timestamptz)`,
      is_default: sql`${paymentMethods.is_default} or (${paymentMethods.kept_at} is null and ${isFirst})`,
    })
    .where(and(eq(paymentMethods.id, payment_method_id), eq(paymentMethods.is_active, true)));
  return rowCount === 1;
}

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
