import { and, asc, desc, eq, getTableColumns, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { options } from '#db/tables/accounts/accounts.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { methodEntries } from '#db/tables/billing/method-entries.ts';
import { invariant } from '#kit/invariant.ts';
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
  kept_at: Date | null;
  saved: SavedInstrument;
  isVerifying?: boolean;
  /** treats an equal method for general use as the same card or account (O7) */
  isGeneralTheSame?: boolean;
};

type StoredMethod = Omit<NewMethod, 'saved' | 'isGeneralTheSame' | 'isVerifying' | 'program_group_id'> &
  Omit<SavedInstrument, 'ref' | 'holder'> & {
    program_group_id: number | null;
    gateway_ref: string;
    is_active: boolean;
  };

type Sought = Pick<StoredMethod, 'user_id' | 'program_group_id' | 'gateway_ref'> & {
  fingerprint: string | null;
  isGeneralTheSame: boolean;
};

const isGeneral = isNull(paymentMethods.program_group_id);

/** Matches the same card or account in use, unless the new token has a row already. */
function isTheSame({ user_id, program_group_id, gateway_ref, fingerprint, isGeneralTheSame }: Slots<Sought>) {
  const isKnown = sql`exists (select from ${paymentMethods} known where known.gateway_ref = ${gateway_ref})`;
  return and(
    eq(paymentMethods.user_id, user_id),
    eq(paymentMethods.fingerprint, fingerprint),
    isInUse,
    or(isOfGroup(program_group_id), and(sql`${isGeneralTheSame}::boolean`, isGeneral)),
    not(isKnown),
  );
}

const findSame = prepared((db, sought: Slots<Sought>) =>
  db
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(isTheSame(sought))
    .orderBy(asc(isGeneral), desc(paymentMethods.id))
    .limit(1),
);

const columns = getTableColumns(paymentMethods);

const insertUnlessSame = prepared((db, slots: Slots<StoredMethod & Sought>) => {
  const { paymentType, isGeneralTheSame: _, ...method } = slots;
  const isDefault = isDefaultOf(method.user_id, method.program_group_id);
  const row: Partial<Record<keyof typeof columns, SQL>> = {
    ...method,
    payment_type_id: sql`(select ${options.id} from ${options} where ${options.key} = ${paymentType})`,
    is_default: sql`(${method.is_active}::boolean and ${method.kept_at}::timestamptz is not null
      and not exists (select from ${paymentMethods} where ${isDefault} and ${paymentMethods.is_active}))`,
  };
  const names = Object.keys(row).map((name) => sql.identifier(name));
  // An account waiting for the bank equals no other account before the bank confirms the holder.
  const written = db.$with('written', columns).as(sql`
    insert into ${paymentMethods} (${sql.join(names, sql`, `)})
    select ${sql.join(Object.values(row), sql`, `)}
    where not (${method.is_active}::boolean
      and exists (select from ${paymentMethods} where ${isTheSame(slots)}))
    on conflict (gateway_ref) do update set
      is_active = excluded.is_active or ${paymentMethods.is_active},
      deactivated_at = null,
      kept_at = coalesce(${paymentMethods.kept_at}, excluded.kept_at),
      is_default = excluded.is_default or (${paymentMethods.is_default} and ${paymentMethods.is_active})
    returning *`);
  return db.with(written).select().from(written);
});

function storedMethod({
  paymentType,
  saved: { ref: gateway_ref, holder: _, ...instrument },
  isGeneralTheSame = false,
  isVerifying = false,
  ...method
}: NewMethod): StoredMethod & Sought {
  const program_group_id = method.program_group_id ?? null;
  const fingerprint = instrument.fingerprint ?? null;
  return {
    ...method,
    ...instrument,
    program_group_id,
    gateway_ref,
    fingerprint,
    isGeneralTheSame,
    paymentType,
    is_active: !isVerifying,
  };
}

/** The first method of a group becomes the default (PM). The same card or account keeps a single row. */
export async function insertMethod(tx: Tx, method: NewMethod): Promise<MethodRow> {
  const stored = storedMethod(method);
  if (!stored.is_active) {
    const [, waiting] = await atOnce([lockMethodsOf(tx, method.user_id), findWaiting(tx, stored)]);
    if (waiting !== undefined) return (await findMethod(tx, waiting))!;
  }
  const [, [inserted]] = await atOnce([lockMethodsOf(tx, method.user_id), insertUnlessSame(tx, stored)]);
  if (inserted) return { ...inserted, paymentType: method.paymentType };
  const [same] = await findSame(tx, stored);
  invariant(same, 'a method that is not saved is in use');
  const { holder: _, ref: gateway_ref, ...instrument } = method.saved;
  const { name, processor } = method;
  const changes = { ...instrument, gateway_ref, name, processor };
  await tx.update(paymentMethods).set(changes).where(eq(paymentMethods.id, same.id));
  return (await findMethod(tx, same.id))!;
}

async function findWaiting(tx: Tx, wanted: Sought): Promise<number | undefined> {
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
        isOfGroup(wanted.program_group_id),
      ),
    )
    .limit(1);
  return same?.id;
}
