import { and, asc, desc, eq, isNull, not, or, sql } from 'drizzle-orm';
import { options } from '#db/tables/accounts.ts';
import { paymentMethods } from '#db/tables/billing/billing.ts';
import { methodEntries } from '#db/tables/billing/method-entries.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { SavedInstrument } from '#platform/payments/gateway.ts';
import type { Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import {
  findMethod,
  isDefaultOf,
  isInUse,
  isOfGroup,
  lockMethodsOf,
  type MethodRow,
} from './methods.queries.ts';

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
export const insertMethod = async (tx: Tx, method: NewMethod): Promise<MethodRow> =>
  (await askForMethod(tx, method)).row;

/** The same, as soon as the row has been asked for and not answered: it may go out with the commit. */
export async function askForMethod(
  tx: Tx,
  {
    paymentType,
    saved: { ref, holder: _, ...instrument },
    isGeneralTheSame,
    isVerifying,
    ...method
  }: NewMethod,
): Promise<{ row: Promise<MethodRow> }> {
  const wanted = { ref, fingerprint: instrument.fingerprint, isGeneralTheSame, ...method };
  const locked = lockMethodsOf(tx, method.user_id);
  // One that waits is no other's equal before its bank has said whose it is.
  const found = isVerifying ? findWaiting(tx, wanted) : findSame(tx, wanted);
  const [, same] = await atOnce([locked, found]);
  if (same !== undefined) {
    const { name, processor } = method;
    const changes = { ...instrument, gateway_ref: ref, name, processor };
    if (!isVerifying) await tx.update(paymentMethods).set(changes).where(eq(paymentMethods.id, same));
    return { row: Promise.resolve((await findMethod(tx, same))!) };
  }
  const program_group_id = method.program_group_id ?? null;
  const is_active = !isVerifying;
  const stored = { ...method, ...instrument, program_group_id, gateway_ref: ref, paymentType, is_active };
  const row = insertStored(tx, stored).then(([inserted]) => ({ ...inserted!, paymentType }));
  return { row };
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
