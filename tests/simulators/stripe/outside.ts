import type { Stripe } from 'stripe';
import { openDispute, moveDispute } from './disputes.ts';
import type { StripeEvent } from './events.ts';
import { move, type Movement } from './ledger.ts';
import { createRefund, fail } from './refunds.ts';
import { made } from './store.ts';
import { stamp, type World } from './world.ts';

/**
 * What the portal has no hand in: what banks do, what staff do in Stripe's Dashboard, and what somebody else
 * does with the account.
 */
export class Outside {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  dispute(charge: string, opened: Partial<Parameters<typeof openDispute>[2]> = {}): Stripe.Dispute {
    return openDispute(this.world, this.world.store.get('charge', charge), {
      reason: 'fraudulent',
      ...opened,
    });
  }

  moveDispute(dispute: string, to: Parameters<typeof moveDispute>[2]): void {
    moveDispute(this.world, this.world.store.get('dispute', dispute), to);
  }

  /** A refund that nobody of the portal has asked for. */
  refundInDashboard(payment_intent: string, amount?: number): Stripe.Refund {
    return createRefund(this.world, { params: { payment_intent, amount }, id: '', key: null });
  }

  /** The bank of the payer sends a refund back. */
  failRefund(refund: string, reason?: string): void {
    fail(this.world, this.world.store.get('refund', refund), reason);
  }

  /** The card network tells Stripe of a new card in place of an old one. */
  updateCard(method: string, change: Partial<Stripe.PaymentMethod.Card>): void {
    const updated = this.world.store.get('payment_method', method);
    const { card } = updated;
    if (!card) throw new Error('Only cards are updated');
    const previous = Object.fromEntries(Object.keys(change).map((name) => [name, Reflect.get(card, name)]));
    Object.assign(card, change);
    this.world.events.emit('payment_method.automatically_updated', updated, { card: previous });
  }

  /** The payer withdraws the permission to debit at his bank. */
  endMandate(method: string): void {
    const mandate = this.world.store.list('mandate').find((one) => one.payment_method === method);
    if (!mandate) throw new Error('No such mandate');
    mandate.status = 'inactive';
    this.world.events.emit('mandate.updated', mandate, { status: 'active' });
  }

  /** Staff delete a customer: nothing can be asked for it any more, and its methods belong to nobody. */
  deleteCustomer(id: string): void {
    const { store, events } = this.world;
    const customer = store.get('customer', id);
    for (const method of store.list('payment_method')) if (method.customer === id) method.customer = null;
    events.emit('customer.deleted', customer);
    store.remove(customer);
  }

  /** Money that moves without a payment: Stripe's own fees, or a correction. */
  adjust(amount: number, type: 'adjustment' | 'stripe_fee' = 'adjustment'): Movement {
    const category = type === 'stripe_fee' ? 'fee' : 'other_adjustment';
    return move(this.world, { type, category, amount, source: null, availableAfter: 0 });
  }

  /** A line of a balance that the account has in another currency. */
  moveInAnotherCurrency(amount: number, currency: string): Movement {
    const line = { type: 'adjustment', category: 'other_adjustment', source: null } as const;
    return move(this.world, { ...line, amount, currency, availableAfter: 0 });
  }

  payOutInAnotherCurrency(amount: number, currency: string): Movement {
    const { clock, store } = this.world;
    const payout = made<Stripe.Payout>('Payout', {
      id: store.nextId('po'),
      amount,
      arrival_date: clock.now(),
      currency,
      metadata: {},
      method: 'standard',
      reconciliation_status: 'completed',
      source_type: 'card',
      status: 'paid',
      type: 'bank_account',
      ...stamp(this.world),
    });
    store.add(payout);
    const line = { type: 'payout', category: 'payout', source: payout.id } as const;
    return move(this.world, { ...line, amount: -amount, currency, availableAfter: 0 });
  }

  /** A refund that is none of a charge: Stripe's object may name none. */
  refundOfNoCharge(amount: number): Movement {
    const refund = this.world.store.add(
      made<Stripe.Refund>('Refund', {
        id: this.world.store.nextId('re'),
        amount,
        charge: null,
        created: this.world.clock.now(),
        currency: 'usd',
        status: 'succeeded',
      } as Partial<Stripe.Refund>),
    );
    const line = { type: 'refund', category: 'refund', source: refund.id } as const;
    return move(this.world, { ...line, amount: -amount, availableAfter: 0 });
  }

  /** Stripe holds money back for losses that may come; less than nothing releases it. */
  reserve(amount: number, type: 'reserve' | 'payment_network_reserve' = 'reserve'): Movement {
    const line = { type: `${type}_${amount > 0 ? 'hold' : 'release'}` as const, source: null };
    // That the other balance has a line too is assumed.
    const other = { balance_type: 'risk_reserved' } as const;
    const moved = { ...line, category: 'risk_reserved_funds', availableAfter: 0 };
    move(this.world, { ...moved, ...other, amount });
    return move(this.world, { ...moved, amount: -amount });
  }

  /** The company sends money to its balance; less than nothing is one that its bank has sent back. */
  topUp(amount: number): Movement {
    const type = amount > 0 ? 'topup' : 'topup_reversal';
    return move(this.world, { type, category: type, amount, source: null, availableAfter: 0 });
  }
}

/** Events that Stripe sends to other endpoints, or never: what arrives need not be for us, nor be true. */
export const ODD_EVENTS: Readonly<Record<string, (event: StripeEvent) => object>> = {
  'of another account': (event) => ({ ...event, account: 'acct_other' }),
  'of the other mode': (event) => ({ ...event, livemode: true }),
  'of a type that nobody knows': (event) => ({ ...event, type: 'payment_intent.sneezed' }),
  'without an object': (event) => ({ ...event, data: {} }),
  'without data': ({ data: _, ...event }) => event,
  // An event of Stripe's second API has no object in it.
  'that is thin': ({ id }) => ({ id, object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' }),
  'about an object that is not there': (event) => ({
    ...event,
    data: { object: { ...event.data.object, id: 'pi_none' } },
  }),
  'that contradicts its object': (event) => ({
    ...event,
    data: { object: { ...event.data.object, status: 'succeeded', amount: 1 } },
  }),
};
