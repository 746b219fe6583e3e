import { outsideVault } from './outside-portals.ts';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import type { ForSale } from '#tests/support/forms/checkout-body.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { prepareFamilies, type PreparedFamily } from '#tests/support/portal/prepared-families.ts';
import { CARDS, press } from './buyers.ts';

export type SharedLimits = {
  /** wrong aid codes of one family, and how many of them were answered */
  guesses: { asked: number; answered: number };
  /** families that wanted the last seats at once, seats, and orders */
  lastSeats: { wanted: number; seats: number; orders: number };
};

const GUESSES = 40;
const ANSWERED = 10;
const SEATS = 10;
const WANTED = 40;

/** What portals must count together: guesses at a code, and the last seats of a route. */
export async function playSharedLimits(
  db: Database,
  { urls, forSale }: { urls: readonly string[]; forSale: ForSale },
): Promise<SharedLimits & { faults: string[] }> {
  const clients = urls.map(httpClient);
  const clientOf = (turn: number) => clients[turn % clients.length]!;
  const [guesser] = await prepareFamilies({ db, vault: outsideVault() }, 1);
  const guessed = await Promise.all(
    Array.from({ length: GUESSES }, (_, turn) => guess(clientOf(turn), forSale, { family: guesser!, turn })),
  );
  const answered = guessed.filter((status) => status === 422).length;

  await db.execute(sql`update routes set capacity = seats_taken + ${SEATS} where id = ${forSale.route_id}`);
  const families = await prepareFamilies({ db, vault: outsideVault() }, WANTED);
  const pressed = await Promise.all(
    families.map((family, turn) => press(clientOf(turn), forSale, { ...family, card: CARDS[0]! })),
  );
  const orders = pressed.filter((status) => status === 200).length;
  for (const client of clients) client.close();

  const faults = [];
  if (answered !== ANSWERED)
    faults.push(`${answered} guesses at an aid code were answered: ${guessed.join()}`);
  if (orders !== SEATS) faults.push(`${orders} orders for the last ${SEATS} seats: ${pressed.join()}`);
  return {
    guesses: { asked: GUESSES, answered },
    lastSeats: { wanted: WANTED, seats: SEATS, orders },
    faults,
  };
}

async function guess(
  http: ReturnType<typeof httpClient>,
  forSale: ForSale,
  { family, turn }: { family: PreparedFamily; turn: number },
): Promise<number> {
  const { status } = await http.call({
    method: 'POST',
    path: '/order/quote',
    token: family.token,
    body: {
      contract: { ...forSale, student_id: family.student_id },
      financial_aid: { code: `WRONG-${turn}`, amount: 1_000 },
    },
  });
  return status;
}

/** Minutes in which a job of every minute was begun more than once, on whichever portals. */
export async function listDoubledRuns(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ minute: string; runs: number }>(sql`
    select date_trunc('minute', created_on)::text as minute, count(*)::int as runs from pgboss.job
    where name = 'outbox.drain' group by 1 having count(*) > 1`);
  return rows.map(({ minute, runs }) => `outbox.drain was begun ${runs} times at ${minute}`);
}

// The name of a mail's file begins with its time.
const TIME_LENGTH = '2027-03-20T14-05-00-000Z-'.length;

/** The mails that were sent, and those that were sent twice. */
export function countMails(dataDir: string): { sent: number; doubled: string[] } {
  const folder = join(dataDir, 'mail');
  const refs = existsSync(folder) ? readdirSync(folder).map((name) => name.slice(TIME_LENGTH)) : [];
  const seen = new Set<string>();
  return { sent: refs.length, doubled: refs.filter((ref) => seen.has(ref) || !seen.add(ref)) };
}
