import { vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { SeasonRefused } from '#modules/catalog/season/season-problem.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { memoryFiles } from '#tests/support/fakes/memory-files.ts';
import { chanceOf, type Chance } from '#kit/seeded-chance.ts';
import { findForSale, type ForSale } from '#tests/support/forms/checkout-body.ts';
import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies, type PreparedFamily } from '#tests/support/portal/prepared-families.ts';
import { createSeasonFolder, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import type { SeasonBug } from './season-bugs.ts';
import {
  CHOICES,
  firstPaymentOf,
  PROGRAM,
  isSeatWanted,
  UNSOUND_SALES,
  updateSeason,
  WATCH_SALES,
  writeSeason,
  writeSeasonWithoutSeats,
  type Choice,
} from './season-prices.ts';

const BUYERS = 16;
const FAMILIES = 1_500;
// A season that changes at each press is given up.
const PRESSES = 4;
// A choice that is closed or full by now, and a quote that is out of date.
const REFUSED = new Set([409, 422]);

/** An order that was answered as placed, and the seasons between its press and its answer. */
type Sale = { order_id: number; choice: Choice; from: number; to: number };
type Offer = Choice & { contract: ForSale & { addon_ids: number[] } };
type Selling = PortalProcess & { http: HttpClient };

/** Two portals on one database, and a season that is changed beside them. */
export type TwoPortals = {
  database: TestDatabase;
  portals: readonly [Selling, Selling];
  /** buys by 16 families side by side, through the given portals, until `meanwhile` is over */
  buyWhile(meanwhile: () => Promise<void>, portals?: readonly Selling[]): Promise<void>;
  /** writes the next season, by an import and by plain SQL in turns */
  changeSeason(): Promise<void>;
  /** how many orders were answered as placed */
  countSold(): number;
  /** what was sold, by the season of its price */
  soldBySeason(): Promise<Map<number, number>>;
  /** what went wrong, in sentences */
  findings(): Promise<string[]>;
  close(): Promise<void>;
};

/** Starts them on the demo season, with a bug where one is planted. */
export async function openTwoPortals(bug?: SeasonBug): Promise<TwoPortals> {
  const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-sweep-'));
  chmodSync(dataDir, 0o755);
  const [database, folder] = await Promise.all([createTestDatabase(), createSeasonFolder()]);
  const sweep = new Sweep(database, folder);
  await sweep.importInto((file) => void file);
  await sweep.importInto((file) => writeSeason(file, 0));
  await database.asOwner(WATCH_SALES);
  for (const statement of bug?.mutation.sql ?? []) await database.asOwner(statement);
  sweep.families = (
    await prepareFamilies({ db: database.db, vault: await vaultOf(dataDir) }, FAMILIES)
  ).values();
  const env = {
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'plant-source.ts')).href}`,
    PLANTED_SOURCE: JSON.stringify(bug?.mutation.source ?? []),
  };
  const start = async () => {
    const portal = await startPortalProcess(dataDir, { env });
    return { ...portal, http: httpClient(portal.url) };
  };
  const portals = [await start(), await start()] as const;
  sweep.offers = await offersOf(portals[0].http);
  const close = async () => {
    for (const portal of portals) {
      portal.http.close();
      await portal.kill();
    }
    await folder.remove();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  return {
    database,
    portals,
    buyWhile: (meanwhile, through = portals) => sweep.buyWhile(meanwhile, through),
    changeSeason: () => sweep.changeSeason(),
    countSold: () => sweep.countSold(),
    soldBySeason: () => sweep.soldBySeason(),
    findings: () => sweep.findingsOf(portals),
    close,
  };
}

async function offersOf(http: HttpClient): Promise<Offer[]> {
  const [first] = CHOICES;
  const { program_id } = await findForSale(http, { ...PROGRAM, ...first! });
  const [school] = (await http.call({ method: 'GET', path: `/program_group_path/get/path/${PROGRAM.group}` }))
    .items;
  const period = `/period/program/read/all/${school.current_period_id}/${program_id}`;
  const [{ id }] = (await http.call({ method: 'GET', path: period })).items;
  const { items: routes } = await http.call({ method: 'GET', path: `/route/read/all/${id}/1` });
  return Promise.all(
    CHOICES.map(async (choice) => {
      const { addons } = routes.find(({ name }) => name === choice.route);
      const addon_ids = choice.addons.map((wanted) => addons.find(({ name }: any) => name === wanted).id);
      return { ...choice, contract: { ...(await findForSale(http, { ...PROGRAM, ...choice })), addon_ids } };
    }),
  );
}

class Sweep {
  readonly #database: TestDatabase;
  readonly #folder: SeasonFolder;
  readonly #chance: Chance = chanceOf(16);
  readonly #sales: Sale[] = [];
  readonly #findings: string[] = [];
  // The season that is in force, and the one that is being written, which may be in force already.
  #inForce = 0;
  #begun = 0;
  offers: Offer[] = [];
  families: Iterator<PreparedFamily> = [].values();

  constructor(database: TestDatabase, folder: SeasonFolder) {
    this.#database = database;
    this.#folder = folder;
  }

  async importInto(change: Parameters<SeasonFolder['write']>[0]): Promise<void> {
    const portal = {
      db: this.#database.db,
      files: memoryFiles(),
      clock: systemClock(() => 'America/New_York'),
    };
    await importSeasonFile(portal, await this.#folder.write(change));
  }

  async changeSeason(): Promise<void> {
    this.#begun += 1;
    const season = this.#begun;
    try {
      if (season % 2 === 0) {
        await this.#takeSeatsAway(season);
        await this.importInto((file) => writeSeason(file, season));
      }
      if (season % 2 === 1) await updateSeason(this.#database.pool, season);
      this.#inForce = season;
    } catch (error) {
      this.#findings.push(
        `season ${season} was not written: ${String(error)} ${String((error as Error).cause)}`,
      );
    }
  }

  /** Seats that somebody has bought or holds are taken away by no import. */
  async #takeSeatsAway(season: number): Promise<void> {
    const { rows } = await this.#database.pool.query(
      'select max(seats_taken) as sold from routes where capacity is not null',
    );
    if (rows[0].sold === 0) return;
    const away = this.importInto((file) => writeSeasonWithoutSeats(file, season));
    const error = await away.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const isRefused = error instanceof SeasonRefused && /must be \d+ or more: \d/.test(error.message);
    if (!isRefused) this.#findings.push(`season ${season} took promised seats away: ${String(error)}`);
  }

  async buyWhile(meanwhile: () => Promise<void>, portals: readonly Selling[]): Promise<void> {
    const end = { isNear: false };
    const buyOn = async (_: unknown, nr: number) => {
      const { http } = portals[nr % portals.length]!;
      while (!end.isNear) await this.#buy(http);
    };
    const buying = Promise.all(Array.from({ length: BUYERS }, buyOn));
    await Promise.all([buying, meanwhile().finally(() => void (end.isNear = true))]);
  }

  /** One family chooses and presses, again where the season has changed under it. */
  async #buy(http: HttpClient): Promise<void> {
    const { value: family, done } = this.families.next();
    if (done) throw new Error('there are too few families');
    const offer = this.#chance.oneOf(this.offers);
    if (isSeatWanted(offer) && this.#chance.percent(50)) await this.#hold(http, offer, family);
    for (let press = 0; press < PRESSES; press += 1) if (await this.#press(http, offer, family)) return;
  }

  async #hold(http: HttpClient, { contract }: Offer, { student_id, token }: PreparedFamily): Promise<void> {
    const path = `/route/${contract.route_id}/hold`;
    const { status, errors } = await http.call({ method: 'POST', path, token, body: { student_id } });
    if (status !== 200 && !REFUSED.has(status))
      this.#findings.push(`a hold was answered with ${status}: ${errors.join(' ')}`);
  }

  async #press(http: HttpClient, offer: Offer, { student_id, token }: PreparedFamily): Promise<boolean> {
    const contract = { ...offer.contract, student_id };
    const post = (path: string, body: object) => http.call({ method: 'POST', path, token, body });
    const from = this.#inForce;
    const isQuoted = this.#chance.percent(50);
    const quote = isQuoted ? await post('/order/quote', { contract }) : undefined;
    const { status, items, errors } = await post('/order', {
      contract,
      payment: { payment_type: 'paymentTypeCreditCard', cc: CARD },
      quote_hash: quote?.items[0]?.quote_hash,
    });
    if (status === 200) this.#sales.push({ order_id: items[0].id, choice: offer, from, to: this.#begun });
    else if (!REFUSED.has(status))
      this.#findings.push(`a press was answered with ${status}: ${errors.join(' ')}`);
    return status === 200;
  }

  countSold(): number {
    return this.#sales.length;
  }

  async #paid(): Promise<{ sale: Sale; cents: number; season: number | undefined }[]> {
    const { rows } = await this.#database.pool.query<{ order_id: number; amount_cents: number }>(
      'select order_id, amount_cents from payments where payment_number = 1',
    );
    const paid = new Map(rows.map(({ order_id, amount_cents }) => [order_id, amount_cents]));
    const seasons = Array.from({ length: this.#begun + 1 }, (_, season) => season);
    return this.#sales.map((sale) => {
      const cents = paid.get(sale.order_id) ?? 0;
      return { sale, cents, season: seasons.find((each) => firstPaymentOf(sale.choice, each) === cents) };
    });
  }

  async soldBySeason(): Promise<Map<number, number>> {
    const seasons = (await this.#paid()).flatMap(({ season }) => season ?? []);
    return new Map([...Map.groupBy(seasons, (season) => season)].map(([season, of]) => [season, of.length]));
  }

  async findingsOf(portals: readonly Selling[]): Promise<string[]> {
    const { pool, db } = this.#database;
    const unsound = await pool.query(UNSOUND_SALES);
    const atCommit = unsound.rows.map(
      ({ order_id, sums, first_cents, later_cents, is_closed }) =>
        `order ${order_id} was sold for ${sums} while the season said ${first_cents} and ${later_cents}` +
        (is_closed ? ', and that this was closed' : ''),
    );
    const byTime = (await this.#paid())
      .filter(({ sale, season = -1 }) => season < sale.from || season > sale.to)
      .map(
        ({ sale, cents }) =>
          `order ${sale.order_id} was sold for ${cents} while the season said ` +
          `${firstPaymentOf(sale.choice, sale.from)} to ${firstPaymentOf(sale.choice, sale.to)}`,
      );
    const logged = portals.filter(({ output }) => /deadlock detected|40P01/.test(output()));
    const broken = await brokenInvariants(db, 'always');
    return [
      ...this.#findings,
      ...atCommit,
      ...byTime,
      ...logged.map(() => 'a portal met a deadlock'),
      ...(await this.#deadlocks()),
      ...broken.map((rule) => JSON.stringify(rule)),
    ];
  }

  async #deadlocks(): Promise<string[]> {
    // A connection reports its counts a second after it has come to rest.
    await sleep(1_100);
    const { rows } = await this.#database.pool.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return rows[0]!.deadlocks > 0 ? [`the database counted ${rows[0]!.deadlocks} deadlocks`] : [];
  }
}

const CARD = {
  type: 'Visa',
  number: '4242424242424242',
  name: 'Adaeze Prepared',
  exp_month: 12,
  exp_year: 2030,
  ccid: '123',
};
