import { createHmac } from 'node:crypto';
import type { Stripe } from 'stripe';
import { type Chance, chanceOf } from '#kit/seeded-chance.ts';
import type { BankDays } from './bank-days.ts';
import { API_VERSION, holdEvent } from './description.ts';
import { type Kinds, made, type Store, type Stored } from './store.ts';

export type StripeEvent = Kinds['event'];

/** Takes a delivery; resolves with the status that the endpoint answered. */
export type Endpoint = (body: string, headers: Record<string, string>) => Promise<number>;

/**
 * When events are delivered: while the call that made them is still unanswered, after its answer, or when a
 * test releases them.
 */
export type DeliveryPlan = 'before_answer' | 'after_answer' | 'held';

type Signing = { secrets?: readonly string[]; at?: number; scheme?: string };

const DAY = 86_400;

/** All events of the account, in their order, and their delivery to an endpoint. */
export class EventLog {
  plan: DeliveryPlan = 'after_answer';
  /** how often each is delivered */
  copies = 1;
  secrets: readonly string[] = ['whsec_simulated'];
  private endpoint: Endpoint | null = null;
  private waiting: StripeEvent[] = [];
  private request: { id: string; key: string | null } | null = null;
  private readonly clock: BankDays;
  private readonly store: Store;

  constructor(clock: BankDays, store: Store) {
    this.clock = clock;
    this.store = store;
  }

  deliverTo(endpoint: Endpoint | null): void {
    this.endpoint = endpoint;
  }

  /** What events that come are said to be caused by; null for what happens by itself. */
  during(request: { id: string; key: string | null } | null): void {
    this.request = request;
  }

  /** @throws Error when the event or its object is none that Stripe sends */
  emit(type: string, object: object, previous?: object): StripeEvent {
    const event = made<StripeEvent>('EventBase', {
      id: this.store.nextId('evt'),
      api_version: API_VERSION,
      created: this.clock.now(),
      data: {
        object: structuredClone(object) as Stripe.Event.Data.Object,
        ...(previous && { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: this.endpoint ? 1 : 0,
      request: this.request ? { id: this.request.id, idempotency_key: this.request.key } : null,
      type,
    } as Partial<StripeEvent>);
    holdEvent(event);
    this.store.add(event as Stored);
    this.waiting.push(event);
    return event;
  }

  /** Stripe keeps events for 30 days. */
  listed(): StripeEvent[] {
    const since = this.clock.now() - 30 * DAY;
    return this.store.list('event').filter(({ created }) => created >= since);
  }

  /** Events that no one has been told of, the oldest first. */
  held(): readonly StripeEvent[] {
    return this.waiting;
  }

  /** Delivers what waits, in the order and as often as the test says. */
  async release(
    order: 'as_made' | 'reversed' | { shuffledBy: number } | 'all_at_once' = 'as_made',
    copies = this.copies,
  ): Promise<number[]> {
    const events = this.waiting.flatMap((one) => Array.from({ length: copies }, () => one));
    this.waiting = [];
    if (order === 'all_at_once') return Promise.all(events.map((one) => this.deliver(one)));
    const sorted = typeof order === 'object' ? shuffled(events, chanceOf(order.shuffledBy)) : events;
    const statuses: number[] = [];
    for (const one of order === 'reversed' ? sorted.toReversed() : sorted)
      statuses.push(await this.deliver(one));
    return statuses;
  }

  /** Nobody is told of what waits. */
  lose(): void {
    this.waiting = [];
  }

  /** What the endpoint does not take with a 2xx is delivered again with what comes next. */
  async deliver(event: StripeEvent, signing: Signing = {}): Promise<number> {
    const body = JSON.stringify(event, null, 2);
    const status = await this.post(body, { 'stripe-signature': this.signature(body, signing) });
    if (this.endpoint && (status < 200 || status > 299)) this.waiting.push(event);
    return status;
  }

  /** Delivers any bytes with any headers, such as forged ones. */
  async post(body: string, headers: Record<string, string>): Promise<number> {
    if (!this.endpoint) return 0;
    const all = { 'content-type': 'application/json; charset=utf-8', ...headers };
    return this.endpoint(body, all).catch(() => 0);
  }

  /** Stripe's scheme: the instant, and the bytes signed by each secret that is valid. */
  signature(
    body: string,
    { secrets = this.secrets, at = this.clock.now(), scheme = 'v1' }: Signing = {},
  ): string {
    const signed = secrets.map(
      (secret) => `${scheme}=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
    );
    return [`t=${at}`, ...signed].join(',');
  }
}

function shuffled<T>(some: readonly T[], chance: Chance): T[] {
  const left = [...some];
  return some.map(() => left.splice(chance.upTo(left.length), 1)[0]!);
}
