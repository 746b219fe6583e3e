import { HOUR_MS } from '#kit/durations.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { isStillOpen } from '#modules/orders/sale-offer.states.ts';
import {
  listEndedOffers,
  listUnreminded,
  lockOffer,
  updateOffer,
  type OfferRow,
} from '#modules/orders/sale-offers.queries.ts';
import { releaseOfferSeat } from '#modules/seats/seats.service.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { sealAnswer } from './encrypted-offers.service.ts';

type End = Partial<Pick<OfferRow, 'answered_at' | 'answer' | 'replaced_by_id'>> & {
  state: 'declined' | 'withdrawn' | 'ended' | 'replaced';
};

/** The seat of a locked offer is free at once. */
export async function endOffer(tx: Tx, now: Date, offer: OfferRow, end: End): Promise<void> {
  await updateOffer(tx, offer.id, end);
  await releaseOfferSeat(tx, now, offer);
}

/** @param user_id  the family's own offers alone @throws offer_not_found, offer_not_open */
export async function lockOpen(tx: Db, now: Date, id: number, user_id?: number): Promise<OfferRow> {
  const offer = await lockOffer(tx, id);
  if (!offer || (user_id !== undefined && offer.user_id !== user_id))
    throw new Refusal(orderRefusals.offer_not_found);
  if (!isStillOpen(offer, now)) throw new Refusal(orderRefusals.offer_not_open);
  return offer;
}

type Deps = { db: Database; clock: Clock; vault: Vault };
type Acting = { viewer: Viewer; id: number };

/** @throws offer_not_found, offer_not_open, own_order */
export async function withdrawOffer(
  { db, clock, vault }: Deps,
  { viewer, id, reason }: Acting & { reason: string },
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const offer = await lockOpen(tx, now, id);
    const { user_id } = offer;
    await refuseOwnFamily(tx, viewer, { user_id });
    const answer = sealAnswer(vault, id, reason);
    await endOffer(tx, now, offer, { state: 'withdrawn', answered_at: now, answer });
    await enqueue(tx, now, {
      kind: 'orders.offer_withdrawn',
      ref: `offer-${id}`,
      payload: { offer_id: id, user_id },
    });
    await writeAudit(tx, now, viewer, {
      action: 'offer.withdraw',
      subject: `user:${user_id}`,
      detail: { offer_id: id },
      before: { state: 'open' },
      after: { state: 'withdrawn' },
      texts: { reason },
    });
  });
}

/** @throws offer_not_found, offer_not_open */
export async function declineOffer(
  { db, clock, vault }: Deps,
  { viewer, id, reason }: Acting & { reason: string | null },
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const offer = await lockOpen(tx, now, id, viewer.user_id);
    const answer = sealAnswer(vault, id, reason);
    await endOffer(tx, now, offer, { state: 'declined', answered_at: now, answer });
  });
}

/** Once for an Idempotency-Key. @throws offer_not_found, offer_not_open */
export async function resendOffer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { viewer, id, key }: Acting & { key: string },
): Promise<void> {
  const now = clock.now();
  const call = { by_id: viewer.user_id, call: 'resendOffer', key, sent: { id } };
  await db.transaction((tx) =>
    once(tx, now, call, async () => {
      const { user_id } = await lockOpen(tx, now, id);
      await enqueue(tx, now, {
        kind: 'orders.offer_made',
        ref: `offer-${id}-${now.getTime()}`,
        payload: { offer_id: id, user_id },
      });
      await writeAudit(tx, now, viewer, {
        action: 'offer.resend',
        subject: `user:${user_id}`,
        after: { offer_id: id },
      });
      return id;
    }),
  );
}

/** An offer is reminded of once, so long before its end (OF3.10). */
const REMINDER_MS = 10 * HOUR_MS;

const BATCH = 200;

type Swept = { db: Database; clock: Pick<Clock, 'now'> };

/** Writes the ends that time has brought, and offers the seats to the waiting list. */
export async function endOffersByTime({ db, clock }: Swept): Promise<void> {
  const now = clock.now();
  for (const { id } of await listEndedOffers(db, now, BATCH))
    await db.transaction(async (tx) => {
      const offer = await lockOffer(tx, id);
      if (offer?.state === 'open' && offer.ends_at <= now) await endOffer(tx, now, offer, { state: 'ended' });
    });
}

export async function remindOfOffers({ db, clock }: Swept): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + REMINDER_MS);
  for (const { id } of await listUnreminded(db, { now, until, limit: BATCH }))
    await db.transaction(async (tx) => {
      const offer = await lockOffer(tx, id);
      if (offer?.state !== 'open' || offer.reminded_at) return;
      await updateOffer(tx, id, { reminded_at: now });
      await enqueue(tx, now, {
        kind: 'orders.offer_ends',
        ref: `offer-${id}`,
        payload: { offer_id: id, user_id: offer.user_id },
      });
    });
}
