import type { Stripe } from 'stripe';
import { resolved, type Schema, schemaNamed } from './description.ts';
import { missing } from './stripe-error.ts';

/** An object of Stripe's; other objects in it are their ids. */
export type Stored = { id: string; object: string; created?: number; deleted?: true | void };

/** What each kind of object is. */
export type Kinds = {
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase & { type: string };
  mandate: Stripe.Mandate;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  payout: Stripe.Payout;
  refund: Stripe.Refund;
  setup_attempt: Stripe.SetupAttempt;
  setup_intent: Stripe.SetupIntent;
};
export type Kind = keyof Kinds;

/** All objects of the simulated account, in the order of their making. */
export class Store {
  private readonly objects = new Map<string, Stored>();
  private readonly byKind = new Map<string, Stored[]>();
  private count = 0;

  /** Another form of ids, which Stripe may choose any day; objects keep the ids that they have. */
  prefixOf = (prefix: string): string => prefix;

  /** Ids have no run of digits that could be taken for a card's number. */
  nextId(prefix: string): string {
    this.count += 1;
    return `${this.prefixOf(prefix)}_sim${this.count.toString(36).padStart(6, '0')}`;
  }

  add<T extends Stored>(object: T): T {
    this.objects.set(object.id, object);
    const alike = this.byKind.get(object.object) ?? [];
    this.byKind.set(object.object, alike);
    alike.push(object);
    return object;
  }

  find(id: unknown): Stored | undefined {
    return typeof id === 'string' ? this.objects.get(id) : undefined;
  }

  /** @throws StripeRefusal as Stripe answers an id that it does not know */
  get<K extends Kind>(kind: K, id: unknown, param?: string): Kinds[K] {
    const found = this.find(id);
    if (found?.object !== kind || found.deleted) throw missing(kind, String(id), param);
    return found as Kinds[K];
  }

  /** What is left of an object is that its id was one. */
  remove({ id, object }: Stored): void {
    this.objects.set(id, { id, object, deleted: true });
    this.byKind.set(
      object,
      this.byKind.get(object)!.filter((one) => one.id !== id),
    );
  }

  /** The newest first. */
  list<K extends Kind>(kind: K): Kinds[K][] {
    return (this.byKind.get(kind) ?? []).toReversed() as Kinds[K][];
  }
}

/**
 * Makes an object of a kind: what must be there and is not given is null, false or empty where Stripe's
 * description allows it.
 */
export function made<T>(name: string, given: Partial<T>): T {
  const { properties = {}, required = [] } = schemaNamed(name);
  const absent = required.filter((key) => !(key in given));
  const filled = absent.flatMap((key) => {
    const value = emptyOf(properties[key]!);
    return value === undefined ? [] : [[key, value]];
  });
  return { ...Object.fromEntries(filled), ...given } as T;
}

function emptyOf(schema: Schema): unknown {
  if (mayBeNull(schema)) return null;
  if (schema.$ref) return made(schema.$ref.slice('#/components/schemas/'.length), {});
  if (schema.enum?.length === 1) return schema.enum[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'array') return [];
  return schema.type === 'object' ? {} : undefined;
}

const mayBeNull = (schema: Schema): boolean =>
  schema.type === 'null' ||
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  (schema.anyOf ?? []).some((one) => mayBeNull(resolved(one)));
