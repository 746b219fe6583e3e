/**
 * A sale morning: families who are signed in arrive within a minute, read their students, ask for two quotes,
 * keep a seat and buy, with pauses of seconds between, each from a network of its own. Played twice, with the
 * line of VISITORS_AT_ONCE and without it. Nobody who has been let in may be sent back to the line. With
 * --crowd so many visitors from one address ask for their turn and make calls all the time.
 * Run: npm run drill:rush -- [--families 5000] [--arrive 60] [--minutes 4] [--visitors 1000] [--crowd 0]
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#platform/db/database.ts';
import { challengeOf, isProof, TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { silentLog } from '#platform/log/log.ts';
import {
  checkoutByCard,
  findForSale,
  HM_LOWER_TWO_PAYMENTS,
  type ForSale,
} from '#tests/support/forms/checkout-body.ts';
import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import { databaseUrlOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { prepareFamilies, type PreparedFamily } from '#tests/support/portal/prepared-families.ts';
import { withPortal } from './with-portal.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    families: { type: 'string', default: '5000' },
    arrive: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '4' },
    visitors: { type: 'string', default: '1000' },
    crowd: { type: 'string', default: '0' },
  },
});
const FAMILIES = Number(flags.families);
const ARRIVE_MS = Number(flags.arrive) * 1_000;
const END_MS = Number(flags.minutes) * 60_000;
/** Who waits longer than this for one answer has closed the page. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = { least: 2_000, most: 8_000 };

type Outcome = 'bought' | 'in line at the end' | 'on its way at the end' | 'gave up' | 'refused';
type Tally = { outcomes: Map<Outcome, number>; thrownOut: number; answerMs: number[]; lineMs: number[] };

/** The same arrivals and pauses in both runs: a generator of numbers from 0 to 1 with a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

class GaveUp extends Error {}
class TimeIsOver extends Error {}
class Refused extends Error {}

type Rush = { http: HttpClient; forSale: ForSale; endsAt: number; tally: Tally };

/** The ticket with the number that a browser in line finds. */
function proven(ticket: string): string {
  const question = challengeOf(ticket);
  for (let nr = 0; ; nr += 1)
    if (isProof(createHash('sha256').update(`${question}.${nr}`).digest())) return `${ticket}.${nr}`;
}

const CROWD_IP = '203.0.113.7';
const networkOfFamily = (nr: number) => `10.${nr >> 8}.${nr & 255}.1`;

/** Keeps every place that the portal gives to one network, until the families are done. */
async function crowd(http: HttpClient, isOver: () => boolean): Promise<void> {
  let ticket = '';
  while (!isOver()) {
    const headers = { 'x-forwarded-for': CROWD_IP, ...(ticket && { [TICKET_HEADER]: ticket }) };
    const answer = await http
      .call({ method: 'POST', path: '/register', body: {}, headers })
      .catch(() => undefined);
    ticket = String(answer?.headers[TICKET_HEADER] ?? answer?.items[0]?.ticket ?? ticket);
    await pause(PAUSE_MS.least);
  }
}

/** One family's browser: it keeps its ticket, and asks again while it is in line. */
function browserOf({ http, endsAt, tally }: Rush, token: string, ip: string) {
  let ticket = '';
  let wasServed = false;
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const joined = performance.now();
    for (;;) {
      if (performance.now() > endsAt) throw new TimeIsOver();
      const before = performance.now();
      const headers = { 'x-forwarded-for': ip, ...(ticket && { [TICKET_HEADER]: ticket }) };
      const answer = await Promise.race([
        http.call({ method, path, token, body, headers }),
        pause(PATIENCE_MS, undefined, { ref: false }).then(() => Promise.reject(new GaveUp())),
      ]).catch((error: unknown) =>
        Promise.reject(error instanceof GaveUp ? error : new GaveUp(String(error))),
      );
      const [item] = answer.items as { ticket?: string; ask_again_s?: number }[];
      if (answer.status === 503 && item?.ticket) {
        if (wasServed) tally.thrownOut += 1;
        ticket = proven(item.ticket);
        await pause(item.ask_again_s! * 1_000);
        continue;
      }
      tally.answerMs.push(performance.now() - before);
      if (!wasServed) tally.lineMs.push(before - joined);
      wasServed = true;
      ticket = String(answer.headers[TICKET_HEADER] ?? ticket);
      if (answer.status !== 200) throw new Refused(`${answer.status} ${answer.errors.join(' ')}`);
      return answer;
    }
  };
}

type Buyer = PreparedFamily & { ip: string };

async function buy(rush: Rush, { student_id, token, ip }: Buyer, next: () => number): Promise<Outcome> {
  const call = browserOf(rush, token, ip);
  const think = () => pause(PAUSE_MS.least + next() * (PAUSE_MS.most - PAUSE_MS.least));
  const body = checkoutByCard(rush.forSale, student_id, '4242424242424242') as { contract: object };
  const contract = { contract: body.contract };
  try {
    await call('GET', '/student');
    await think();
    await call('POST', '/order/quote', contract);
    await think();
    await call('POST', '/order/quote', contract);
    await think();
    await call('POST', '/order', body);
    return 'bought';
  } catch (error) {
    if (error instanceof TimeIsOver) return 'in line at the end';
    if (error instanceof GaveUp) return 'gave up';
    if (error instanceof Refused) {
      refusals.set(error.message, (refusals.get(error.message) ?? 0) + 1);
      return 'refused';
    }
    throw error;
  }
}

const refusals = new Map<string, number>();

const memoryMiBOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function play(name: string, visitors: string): Promise<void> {
  await withPortal(
    async (running, dataDir) => {
      const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 4 });
      const families = await prepareFamilies({ db, vault: await vaultOf(dataDir) }, FAMILIES);
      const http = httpClient(running.url);
      const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
      const tally: Tally = { outcomes: new Map(), thrownOut: 0, answerMs: [], lineMs: [] };
      refusals.clear();
      const [before, start] = [memoryMiBOf(running.pid), performance.now()];
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, memoryMiBOf(running.pid))), 500);
      const rush: Rush = { http, forSale, endsAt: start + END_MS, tally };
      const next = numbersFrom(7);
      let lastSaleMs = 0;
      let isOver = false;
      const strangers = Array.from({ length: Number(flags.crowd) }, () => crowd(http, () => isOver));
      await Promise.all(
        families.map(async (family, nr) => {
          await pause(next() * ARRIVE_MS);
          const outcome = await buy(rush, { ...family, ip: networkOfFamily(nr) }, next);
          tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1);
          if (outcome === 'bought') lastSaleMs = performance.now() - start;
        }),
      );
      isOver = true;
      await Promise.all(strangers);
      clearInterval(watch);
      http.close();
      await close();
      const [answers, lines] = [tally.answerMs, tally.lineMs].map((all) => all.toSorted((a, b) => a - b)) as [
        number[],
        number[],
      ];
      console.log(`\n${name}: ${FAMILIES} families in ${ARRIVE_MS / 1_000} s`);
      for (const [outcome, count] of tally.outcomes) console.log(`  ${outcome}: ${count}`);
      for (const [what, count] of refusals) console.log(`    ${count} x ${what}`);
      console.log(`  sent back to the line after they were served: ${tally.thrownOut}`);
      console.log(`  last sale after ${(lastSaleMs / 1_000).toFixed(0)} s`);
      console.log(
        `  an answer: p50 ${at(answers, 0.5).toFixed(0)}, p99 ${at(answers, 0.99).toFixed(0)}, ` +
          `slowest ${at(answers, 1).toFixed(0)} ms`,
      );
      console.log(
        `  in line: p50 ${(at(lines, 0.5) / 1_000).toFixed(0)}, ` +
          `longest ${(at(lines, 1) / 1_000).toFixed(0)} s`,
      );
      console.log(`  memory of the portal: ${before.toFixed(0)} MiB before, ${most.toFixed(0)} at the most`);
      if (tally.thrownOut > 0) process.exitCode = 1;
    },
    { env: { TRUST_PROXY: '1', DEMO: '1', VISITORS_AT_ONCE: visitors, REQUESTS_PER_TOKEN: '0' } },
  );
}

await play(`With a line, ${flags.visitors} visitors at a time`, flags.visitors);
await play('Without a line', '0');
