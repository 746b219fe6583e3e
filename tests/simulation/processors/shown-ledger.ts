import { sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { Db } from '#platform/db/database.ts';
import type { ObservedObject } from '#platform/payments/gateway.ts';
import type { StripeSimulator } from '#tests/simulators/stripe/simulator.ts';
import type { Kinds, Store } from '#tests/simulators/stripe/store.ts';

/*
 * The books of the simulated account in the words of the sandbox's tables, read from the account itself and
 * not through the adapter, so that the rules which know these tables judge both alike.
 */

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const atOf = (seconds: number) => new Date(seconds * 1000).toISOString();
const DAY = 86_400;
/** A debit that is under way is looked at again when it should have settled. */
const SETTLES_WITHIN = 6 * DAY;

const isDebit = (charge: Stripe.Charge | undefined) =>
  charge?.payment_method_details?.type === 'us_bank_account';

function stateOf({ status }: Stripe.PaymentIntent, charge: Stripe.Charge | undefined): string {
  if (status === 'requires_action') return 'action';
  if (status === 'processing') return 'pending';
  if (status === 'succeeded')
    return !isDebit(charge) ? 'captured' : charge!.disputed ? 'returned' : 'settled';
  return isDebit(charge) && charge!.status === 'failed' ? 'returned' : 'declined';
}

const chargeOf = (store: Store, id: unknown) =>
  id ? store.get('charge', typeof id === 'string' ? id : (id as { id: string }).id) : undefined;

const chargesIn = (store: Store) =>
  store.list('payment_intent').map((intent) => {
    const { id, metadata, customer, payment_method, amount, created } = intent;
    const state = stateOf(intent, chargeOf(store, intent.latest_charge));
    return {
      ref: id,
      attempt_id: Number(metadata.attempt_id),
      customer: String(customer),
      method_token: String(payment_method),
      amount_cents: amount,
      state,
      settles_on: state === 'pending' ? dayOf(created + SETTLES_WITHIN) : null,
      created_at: atOf(created),
    };
  });

const refundsIn = (store: Store) =>
  store.list('refund').map((refund) => {
    const { id, metadata, payment_intent, amount, status, created, failure_balance_transaction } = refund;
    const isBack = Boolean(failure_balance_transaction);
    const isUndone = status === 'failed' || status === 'canceled';
    const state = isUndone ? (isBack ? 'bounced' : 'refused') : status;
    return {
      ref: id,
      refund_id: Number(metadata?.refund_id),
      charge_ref: String(payment_intent),
      amount_cents: amount,
      state,
      moves_on: state === 'pending' ? dayOf(created + SETTLES_WITHIN) : null,
      created_at: atOf(created),
    };
  });

const disputesIn = (store: Store) =>
  store
    .list('dispute')
    .filter(({ charge }) => !isDebit(chargeOf(store, charge)))
    .map(({ id, payment_intent, amount, status, balance_transactions }) => {
      const moved = (sign: 1 | -1) =>
        balance_transactions.reduce((sum, line) => sum + Math.max(0, sign * line.amount), 0);
      const state = status === 'won' || status === 'lost' ? status : 'open';
      return {
        ref: id,
        charge_ref: String(payment_intent),
        amount_cents: amount,
        state: status.startsWith('warning') ? 'warning' : state,
        opens_as: 'open',
        becomes: status === 'won' ? 'won' : 'lost',
        withdrawn_cents: moved(-1),
        reinstated_cents: moved(1),
      };
    });

type Part = {
  kind: string;
  charge_ref?: string | null;
  refund_ref?: string;
  dispute_ref?: string;
  is_arrived?: boolean;
};

function partOf(store: Store, line: Kinds['balance_transaction']): Part {
  const source = store.find(line.source) as Kinds[keyof Kinds] | undefined;
  switch (source?.object) {
    case 'charge': {
      const name = { charge_ref: String(source.payment_intent) };
      if (line.type === 'payment_failure_refund') return { kind: 'return', ...name, is_arrived: false };
      return { kind: 'charge', ...name, is_arrived: source.status === 'succeeded' };
    }
    case 'refund': {
      const kind = line.type === 'refund_failure' ? 'refund_failed' : 'refund';
      const name = { charge_ref: String(source.payment_intent), refund_ref: source.id };
      return { kind, ...name, is_arrived: source.status !== 'pending' };
    }
    case 'dispute': {
      const charge_ref = String(source.payment_intent);
      if (isDebit(chargeOf(store, source.charge))) return { kind: 'return', charge_ref };
      return { kind: line.amount < 0 ? 'dispute' : 'dispute_back', charge_ref, dispute_ref: source.id };
    }
    case 'payout':
      return { kind: line.type === 'payout' ? 'payout' : 'payout_back' };
    default:
      return { kind: line.type.startsWith('reserve_') ? 'reserve' : 'other' };
  }
}

const movementsIn = (store: Store) =>
  store
    .list('balance_transaction')
    .filter(({ balance_type }) => balance_type === 'payments')
    .toReversed()
    .map((line, at) => ({
      id: at + 1,
      charge_ref: null,
      refund_ref: null,
      dispute_ref: null,
      is_arrived: true,
      ...partOf(store, line),
      amount_cents: line.amount,
      fee_cents: line.fee,
      at: atOf(line.created),
    }));

/** What Stripe calls the dispute of a debit is news of its charge. */
function chargeBehind(store: Store, id: string): string {
  const found = store.find(id);
  if (found?.object !== 'dispute') return id;
  const { charge, payment_intent } = store.get('dispute', id);
  return isDebit(chargeOf(store, charge)) ? String(payment_intent) : id;
}

/** What of the account's events the portal must come to know, by their place in its log. */
function eventsIn(store: Store) {
  const kindOf = (type: string): ObservedObject['kind'] | null => {
    if (/^payment_intent\.(succeeded|processing|payment_failed|canceled|requires_action)$/.test(type))
      return 'charge';
    if (type.startsWith('refund.')) return 'refund';
    return type.startsWith('charge.dispute.') ? 'dispute' : null;
  };
  return store
    .list('event')
    .toReversed()
    .flatMap(({ type, created, data }, at) => {
      const object_kind = kindOf(type);
      const object_ref = chargeBehind(store, (data.object as unknown as { id: string }).id);
      return object_kind ? [{ id: at + 1, object_kind, object_ref, at: atOf(created) }] : [];
    });
}

/** By which name the rules know an event: that of its place in the log. */
export function shownName({ world: { store } }: StripeSimulator, id: string): string {
  const at = store
    .list('event')
    .toReversed()
    .findIndex((event) => event.id === id);
  return `evt_sandbox_${at + 1}`;
}

export async function showLedger(db: Db, { world: { store } }: StripeSimulator): Promise<void> {
  const rows = {
    charges: chargesIn(store),
    refunds: refundsIn(store),
    disputes: disputesIn(store),
    movements: movementsIn(store),
    events: eventsIn(store),
  };
  await db.transaction(async (tx) => {
    for (const [name, shown] of Object.entries(rows)) {
      const table = sql.raw(`sandbox.${name}`);
      await tx.execute(sql`delete from ${table}`);
      if (shown.length === 0) continue;
      const columns = sql.raw(Object.keys(shown[0]!).join(', '));
      await tx.execute(sql`insert into ${table} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(shown)}::jsonb)`);
    }
  });
}
