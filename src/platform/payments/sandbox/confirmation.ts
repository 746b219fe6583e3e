import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { ChargeOutcome } from '#platform/payments/gateway.ts';
import { UNCONFIRMED } from './behaviors.ts';
import { outcomeOf, SECRET } from './charge.ts';
import { insertMovement } from './movements.queries.ts';
import { availableOn, feeOf } from './payouts.ts';
import { insertEvent, lockCharge, updateCharge, type SandboxCharge } from './sandbox.queries.ts';

type Books = { db: Database; clock: Clock };

/** @returns whether a charge with this secret waited for the payer */
export async function confirmCharge(
  { db, clock }: Books,
  client_secret: string,
  isConfirmed: boolean,
): Promise<boolean> {
  if (!client_secret.endsWith(SECRET)) return false;
  const ref = client_secret.slice(0, -SECRET.length);
  return db.transaction(async (tx) => {
    const charge = await lockCharge(tx, ref);
    if (charge?.state !== 'action') return false;
    await (isConfirmed ? capture(tx, clock, charge) : decline(tx, clock, charge));
    return true;
  });
}

export async function giveUpCharge({ db, clock }: Books, ref: string): Promise<ChargeOutcome> {
  return db.transaction(async (tx) => {
    const charge = await lockCharge(tx, ref);
    if (!charge) return { k: 'unknown', cause: 'there is no such charge' };
    if (charge.state !== 'action') return outcomeOf(charge);
    return outcomeOf(await decline(tx, clock, charge));
  });
}

async function capture(tx: Tx, clock: Clock, charge: SandboxCharge): Promise<void> {
  const { ref, amount_cents } = charge;
  const at = clock.now();
  await updateCharge(tx, ref, { state: 'captured' });
  await insertMovement(tx, {
    charge_ref: ref,
    kind: 'charge',
    amount_cents,
    fee_cents: feeOf('card', amount_cents),
    is_arrived: true,
    available_on: availableOn(clock.today(), 'card'),
    at,
  });
  await insertEvent(tx, { object_kind: 'charge', object_ref: ref, at });
}

async function decline(tx: Tx, clock: Clock, charge: SandboxCharge): Promise<SandboxCharge> {
  const changes = { state: 'declined' as const, code: UNCONFIRMED.code };
  await updateCharge(tx, charge.ref, changes);
  await insertEvent(tx, { object_kind: 'charge', object_ref: charge.ref, at: clock.now() });
  return { ...charge, ...changes };
}
