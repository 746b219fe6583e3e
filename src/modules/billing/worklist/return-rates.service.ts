import { DAY_MS } from '#kit/durations.ts';
import { sum } from '#kit/money.ts';
import {
  isOfClass,
  RATE_DAYS,
  returnRates,
  type ReturnClass,
  type ReturnRate,
} from '#modules/billing/payments/return-rates.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import type { FoundMatter } from './matters.queries.ts';
import { countDebitsSince, listReturnedSince } from './return-rates.queries.ts';

type Returned = Awaited<ReturnType<typeof listReturnedSince>>;

const since = (now: Date) => new Date(now.getTime() - RATE_DAYS * DAY_MS);

const ratesOf = (returned: Returned, debits: number): ReturnRate[] =>
  returnRates(
    returned.flatMap(({ code, n }) => Array.from({ length: n }, () => code)),
    debits,
  );

/** Covers 60 days. Source: S24.5 */
export async function readReturnRates(db: Db, now: Date): Promise<ReturnRate[]> {
  const [returned, debits] = await atOnce([
    listReturnedSince(db, since(now)),
    countDebitsSince(db, since(now)),
  ]);
  return ratesOf(returned, debits);
}

/** Source: S24.6 */
export async function returnRateMatters(db: Db, now: Date): Promise<FoundMatter[]> {
  const returned = await listReturnedSince(db, since(now));
  // With few returns no rate is high, so the debits need no count.
  if (ratesOf(returned, 1).every(({ level }) => level === 'well')) return [];
  return ratesOf(returned, await countDebitsSince(db, since(now)))
    .filter(({ level }) => level !== 'well')
    .map((rate) => matterOf(rate.class, returned));
}

function matterOf(of: ReturnClass, returned: Returned): FoundMatter {
  const own = returned.filter(({ code }) => isOfClass(code, of));
  return {
    subject: `debits:${of}`,
    since: new Date(Math.min(...own.map(({ first_at }) => first_at.getTime()))),
    amount_cents: sum(own.map(({ amount_cents }) => amount_cents)),
  };
}
