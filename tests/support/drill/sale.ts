import { setTimeout as sleep } from 'node:timers/promises';
import type { ForSale } from '#tests/support/forms/checkout-body.ts';
import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import { isServed, press, type Buyer } from './buyers.ts';

/** One answer that a family got, and when, in ms of `performance.now()`. */
type Answer = { at: number; tookMs: number; kind: string };

export type Sale = {
  answers: Answer[];
  /** how many families have been told of their order */
  orders: () => number;
  /** nobody presses any more after it */
  end: () => void;
  /** settles when all who buy have ended */
  done: Promise<void>;
};

type Options = {
  /** the portals; a family that presses again presses at the next one */
  urls: () => string[];
  forSale: ForSale;
  buyers: readonly Buyer[];
  /** how many buy at a time */
  customers: number;
  /** how long a family goes on pressing without an order or a refusal */
  patienceMs?: number;
};

const AGAIN_AFTER_MS = 500;

const KINDS: Record<number, string> = {
  200: 'order',
  402: 'card refused',
  409: 'still in doubt (409)',
  503: 'not now, try again (503)',
};

/** Families buy side by side, each until it is told, as a browser does: the same order under the same key. */
export function startSale({ urls, forSale, buyers, customers, patienceMs = 90_000 }: Options): Sale {
  const clients = new Map<string, HttpClient>();
  const clientOf = (url: string) => clients.get(url) ?? clients.set(url, httpClient(url)).get(url)!;
  const answers: Answer[] = [];
  const state = { isOver: false };
  const queue = buyers.values();

  const pressOnce = async (buyer: Buyer, turn: number) => {
    const portals = urls();
    const from = performance.now();
    const kind = await press(clientOf(portals[turn % portals.length]!), forSale, buyer).then(
      (status) => KINDS[status] ?? `status ${status}`,
      () => 'connection broke',
    );
    const at = performance.now();
    answers.push({ at, tookMs: at - from, kind });
  };
  const buyOn = async (customer: number) => {
    for (const buyer of queue) {
      if (state.isOver) return;
      const deadline = performance.now() + patienceMs;
      for (let turn = customer; ; turn += 1) {
        await pressOnce(buyer, turn);
        if (buyer.told || state.isOver || performance.now() > deadline) break;
        await sleep(AGAIN_AFTER_MS);
      }
    }
  };
  const buyAll = async () => {
    await Promise.all(Array.from({ length: customers }, (_, customer) => buyOn(customer)));
    for (const client of clients.values()) client.close();
  };
  return {
    answers,
    orders: () => buyers.filter(isServed).length,
    end: () => void (state.isOver = true),
    done: buyAll(),
  };
}

/** Waits until so many families have their order, or the sale is over. */
export async function untilOrders(sale: Sale, count: number): Promise<void> {
  const over = { isOver: false };
  void sale.done.then(() => (over.isOver = true));
  while (sale.orders() < count && !over.isOver) await sleep(10);
}

/** How many answers of each kind came between two moments. */
export function countAnswers(
  { answers }: Sale,
  { from, to }: { from: number; to: number },
): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { at, kind } of answers) if (at >= from && at < to) counted[kind] = (counted[kind] ?? 0) + 1;
  return counted;
}
