import type { Received } from '#kit/endpoint/endpoint.ts';
import { cents, type Cents } from '#kit/money.ts';
import type { ListEndpoint, Place } from '#kit/list/list-endpoint.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { FoundRows } from '#platform/db/found-rows.ts';
import type { CountedPage } from '#platform/db/page-of-rows.ts';
import type { Vault } from '#platform/vault/vault.ts';

export type ListDeps = { db: Database; clock: Clock; vault: Vault };

/** The filters of a list; `found`: what the page before has found, for a reader of all pages. */
export type AskedOf<L extends ListEndpoint> = Omit<Received<L>['query'], keyof Place> & {
  found?: FoundRows | undefined;
  countTo?: number | undefined;
};

export type AmountSum = { sums?: { amount_cents: Cents } };

/** The sum below a list; a page after the first has none. */
export const amountSum = (amount_cents: number | undefined): AmountSum =>
  amount_cents === undefined ? {} : { sums: { amount_cents: cents(amount_cents) } };

export type ReadList<Row, More = unknown> = Promise<CountedPage<Row> & { found: FoundRows } & More>;
