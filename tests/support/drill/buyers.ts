import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '#platform/db/database.ts';
import type { BrokenRule } from '#tests/support/database/broken-rules.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { checkoutWith, type ForSale, visaOf } from '#tests/support/forms/checkout-body.ts';
import type { HttpClient } from '#tests/support/portal/http-client.ts';
import type { PreparedFamily } from '#tests/support/portal/prepared-families.ts';

const GOOD = '4242424242424242';
const DECLINED_WHEN_CHARGED = '4000000000000341';
/** Is charged, and its answer is lost. */
export const LOSES_ITS_ANSWER = '4000000000006603';

/** Most cards are good; one in seven is declined, and one in seven is charged without an answer. */
export const CARDS = [GOOD, GOOD, GOOD, GOOD, GOOD, DECLINED_WHEN_CHARGED, LOSES_ITS_ANSWER];

/**
 * Types a card into the processor's own fields, once; later presses have what came of it.
 * @returns what the order says of the card, or the status of the portal's refusal to open the fields
 */
export type Enter = (http: HttpClient, buyer: Buyer) => Promise<object | number>;

/** What a family has been told: its order's number, a refusal, or nothing yet. */
export type Buyer = PreparedFamily & {
  card: string;
  told?: { order_id: number } | 'refused';
  /** left out, the card is typed into fields of ours */
  enter?: Enter;
  entered?: object;
};

export const isServed = ({ told }: Buyer) => told !== undefined && told !== 'refused';

/**
 * One press of Checkout; the same key whenever this family presses again.
 * @returns the status of the answer
 */
export async function press(http: HttpClient, forSale: ForSale, buyer: Buyer): Promise<number> {
  if (!buyer.entered) {
    const entered = buyer.enter ? await buyer.enter(http, buyer) : visaOf(buyer.card);
    if (typeof entered === 'number') return entered;
    buyer.entered = entered;
  }
  const { status, items } = await http.call({
    method: 'POST',
    path: '/order',
    token: buyer.token,
    body: checkoutWith(forSale, buyer.student_id, buyer.entered),
    headers: { 'idempotency-key': `drill-${buyer.student_id}` },
  });
  if (status === 200) buyer.told = { order_id: items[0].id };
  if (status === 402) buyer.told = 'refused';
  return status;
}

type Facts = { student_id: number; id: number; status: string; captured: number; numbered: number };

const factsOf = async (db: Db): Promise<Map<number, Facts[]>> => {
  const { rows } = await db.execute<Facts>(sql`
    select o.student_id, o.id, o.status, (select count(*) from contracts c
      where c.order_id = o.id and c.contract_number is not null) as numbered,
      (select count(*) from payments p join charge_attempts a on a.payment_id = p.id
        join sandbox.charges s on s.attempt_id = a.id
        where p.order_id = o.id and s.state = 'captured') as captured
    from orders o order by o.id`);
  return Map.groupBy(rows, ({ student_id }) => student_id);
};

/**
 * What families were told and is not so: an order that was answered must be there once, active, with its
 * number and one charge; a refusal must have taken nothing. Empty is well.
 */
export async function listWrongTellings(db: Db, buyers: readonly Buyer[]): Promise<string[]> {
  const facts = await factsOf(db);
  return buyers.flatMap(({ student_id, told }) => {
    if (!told) return [];
    const rows = facts.get(student_id) ?? [];
    const active = rows.filter((row) => row.status === 'active');
    const captured = rows.reduce((sum, row) => sum + row.captured, 0);
    const isRight =
      told === 'refused'
        ? active.length === 0 && captured === 0
        : active.length === 1 &&
          active[0]!.id === told.order_id &&
          active[0]!.numbered === 1 &&
          captured === 1;
    return isRight ? [] : [`student ${student_id} was told ${JSON.stringify(told)}: ${JSON.stringify(rows)}`];
  });
}

/**
 * Waits until the resolver has followed every charge that was cut off: a minute of its lease, and five more
 * where the resolver itself was cut off.
 * @returns the invariants that still do not hold; empty is well
 */
export async function waitUntilHealed(
  db: Database,
  withinMs: number,
  brokenRules: () => Promise<BrokenRule[]> = () => brokenInvariants(db, 'healed'),
): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const broken = await brokenRules();
    if (broken.length === 0 || performance.now() > deadline)
      return broken.map((rule) => JSON.stringify(rule));
    await sleep(1_000);
  }
}

/** Whoever saw nothing but a broken connection, and whose press had begun an order, presses again. */
export async function pressAgain(
  http: HttpClient,
  forSale: ForSale,
  { db, buyers }: { db: Database; buyers: readonly Buyer[] },
): Promise<{ again: number; untold: number }> {
  const facts = await factsOf(db);
  const inDoubt = buyers.filter(({ told, student_id }) => !told && facts.has(student_id));
  for (const buyer of inDoubt) await press(http, forSale, buyer);
  return { again: inDoubt.length, untold: inDoubt.filter(({ told }) => !told).length };
}
