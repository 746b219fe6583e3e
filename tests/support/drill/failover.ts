import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '#platform/db/database.ts';
import { findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { chanceOf } from '#kit/seeded-chance.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { findPgBouncer, findPostgres } from '#tests/support/servers/find-programs.ts';
import { startPgBouncer, type PgBouncer } from '#tests/support/servers/pgbouncer.ts';
import {
  makePostgres,
  startPostgres,
  takeBaseBackup,
  type PostgresServer,
} from '#tests/support/servers/postgres-server.ts';
import { makeServerFolder } from '#tests/support/servers/server-process.ts';
import { CARDS, isServed, listWrongTellings, pressAgain, waitUntilHealed, type Buyer } from './buyers.ts';
import { openAsOwner, prepareOutside, startPortals, outsideVault } from './outside-portals.ts';
import { countAnswers, startSale, untilOrders, type Sale } from './sale.ts';
import { countMails, listDoubledRuns, playSharedLimits, type SharedLimits } from './shared-limits.ts';

export type FailoverOptions = {
  /** the server loses its power, or hangs with its connections open */
  how: 'power cut' | 'hang';
  portals: number;
  customers: number;
  /** orders before the server ends */
  before: number;
  /** orders after the switch */
  after: number;
  /** how long nobody notices, before the replica is told to take over */
  noticedAfterMs: number;
};

export type FailoverFigures = {
  versions: { postgres: string; pgBouncer: string };
  ordersBefore: number;
  ordersAfter: number;
  /** answers by kind: before the end of the server, until the first order of the replica, from then on */
  answers: Record<'before' | 'away' | 'after', Record<string, number>>;
  /** from the end of the server until everybody was sent to the replica, and until it took an order */
  switchedAfterMs: number;
  firstOrderAfterMs: number;
  /** between the last order of the one server and the first of the other */
  silenceMs: number;
  healedAfterMs: number;
  /** who was left without an answer, and pressed again at the end */
  pressedAgain: number;
  mails: number;
  shared: SharedLimits;
  /** what does not hold; empty is well */
  faults: string[];
};

// A charge that was cut off is followed after a minute, and after six where its follower was cut off too.
const HEALED_WITHIN_MS = 420_000;

/** A primary that answers an order only when the replica has it too, the replica, and PgBouncer in front. */
async function startServers(): Promise<Servers> {
  const folder = makeServerFolder('failover');
  const primary = await makePostgres(folder, 'primary', { wal_level: 'replica', synchronous_commit: 'on' });
  const { dataDir } = prepareOutside(folder, primary);
  const copy = takeBaseBackup(folder, primary, { name: 'replica', args: ['-R', '-X', 'stream'] });
  const replica = await startPostgres(folder, copy);
  await primary.ask(`alter system set synchronous_standby_names = 'replica'`);
  await primary.ask('select pg_reload_conf()');
  await untilSynchronous(primary);
  const pooler = await startPgBouncer(folder, primary.port);
  const stop = async () => {
    await pooler.stop();
    await replica.stop();
    await primary.stop();
    folder.remove();
  };
  return { primary, replica, pooler, dataDir, stop };
}

type Servers = {
  primary: PostgresServer;
  replica: PostgresServer;
  pooler: PgBouncer;
  dataDir: string;
  stop: () => Promise<void>;
};

async function untilSynchronous(primary: PostgresServer): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await primary.ask<{ sync_state: string }>('select sync_state from pg_stat_replication');
    if (row?.sync_state === 'sync') return;
    await sleep(100);
  }
  throw new Error('the replica did not become synchronous');
}

/**
 * Families buy over several portals through PgBouncer; in the middle the primary server loses its power and
 * the replica takes over. Whoever has no answer presses again, with the same key, at another portal.
 */
export async function playFailover(options: FailoverOptions): Promise<FailoverFigures> {
  const servers = await startServers();
  let portals: PortalProcess[] = [];
  try {
    portals = await startPortals(servers.pooler.url('portal'), { ...servers, count: options.portals });
    return await playSale(servers, portals, options);
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
    await servers.stop();
  }
}

async function playSale(
  servers: Servers,
  portals: PortalProcess[],
  { how, customers, before, after, noticedAfterMs }: FailoverOptions,
): Promise<FailoverFigures> {
  const { primary, replica, pooler, dataDir } = servers;
  const urls = () => portals.map(({ url }) => url);
  const http = httpClient(urls()[0]!);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const chance = chanceOf(20);
  const buyers = await withDatabase(primary, async ({ db }) =>
    (await prepareFamilies({ db, vault: outsideVault() }, 2 * (before + after) + 4 * customers)).map(
      (family): Buyer => ({
        ...family,
        card: chance.oneOf(CARDS),
      }),
    ),
  );

  const sale = startSale({ urls, forSale, buyers, customers });
  const startedAt = performance.now();
  await untilOrders(sale, before);
  const killedAt = performance.now();
  const ordersBefore = sale.orders();
  if (how === 'hang') primary.hang();
  else await primary.kill();
  await sleep(noticedAfterMs);
  replica.promote();
  await pooler.switchTo(replica.port);
  const switchedAt = performance.now();
  const ordersUntilSwitch = sale.orders();
  await untilOrders(sale, ordersUntilSwitch + after);
  sale.end();
  await sale.done;
  // What hung must never answer again; in earnest this comes before the replica takes over.
  await primary.kill();
  const silence = silenceAround(sale, switchedAt);

  return withDatabase(replica, async ({ db }) => {
    const ordersAfter = buyers.filter(isServed).length - ordersBefore;
    const faults = (await brokenInvariants(db, 'always')).map((rule) => JSON.stringify(rule));
    faults.push(...(await listWrongTellings(db, buyers)));
    const healing = performance.now();
    faults.push(...(await waitUntilHealed(db, HEALED_WITHIN_MS)));
    const healedAfterMs = performance.now() - healing;
    const { again, untold } = await pressAgain(http, forSale, { db, buyers });
    if (untold > 0) faults.push(`${untold} families have no answer yet`);
    faults.push(...(await listWrongTellings(db, buyers)));
    const shared = await playSharedLimits(db, { urls: urls(), forSale });
    const mails = countMails(dataDir);
    faults.push(...shared.faults, ...(await listDoubledRuns(db)));
    faults.push(...mails.doubled.map((ref) => `the mail ${ref} was sent twice`));
    faults.push(...(await brokenInvariants(db, 'healed')).map((rule) => JSON.stringify(rule)));
    if (ordersAfter < after) faults.push(`${ordersAfter} orders after the failover, and not ${after}`);
    const said = portals.map((portal) => portal.output()).join('');
    if (/unhandled|uncaught/i.test(said)) faults.push('a portal logged an error that nobody handled');
    http.close();
    return {
      versions: { postgres: findPostgres()!.version, pgBouncer: findPgBouncer()!.version },
      ordersBefore,
      ordersAfter,
      answers: {
        before: countAnswers(sale, { from: startedAt, to: killedAt }),
        away: countAnswers(sale, { from: killedAt, to: silence.to }),
        after: countAnswers(sale, { from: silence.to, to: Infinity }),
      },
      switchedAfterMs: switchedAt - killedAt,
      firstOrderAfterMs: silence.to - killedAt,
      silenceMs: silence.to - silence.from,
      healedAfterMs,
      pressedAgain: again,
      mails: mails.sent,
      shared,
      faults,
    };
  });
}

/** From the last order before a moment to the first one after it. */
function silenceAround({ answers }: Sale, moment: number): { from: number; to: number } {
  const orders = answers.filter(({ kind }) => kind === 'order').map(({ at }) => at);
  return {
    from: Math.max(...orders.filter((at) => at <= moment)),
    to: Math.min(...orders.filter((at) => at > moment)),
  };
}

async function withDatabase<T>(server: PostgresServer, act: (open: OpenDatabase) => Promise<T>): Promise<T> {
  const open = openAsOwner(server);
  try {
    return await act(open);
  } finally {
    await open.close();
  }
}
