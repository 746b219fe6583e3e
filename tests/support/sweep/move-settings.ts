import { randomUUID } from 'node:crypto';
import { addDays } from '#kit/plain-date.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { SeasonRefused } from '#modules/catalog/season/season-problem.ts';
import { send, type Person } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  acceptancesOf,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { createSeasonFolder, type Loose } from '#tests/support/season/season-folder.ts';
import { promiseAll, seasonBefore } from './promise-and-purchase.ts';
import { anewFile, settingMoves } from './setting-moves.ts';

/** What staff change; true if the change was taken. */
type Change = { name: string; make(): Promise<boolean> };

export type Sweep = {
  changes: Change[];
  /** One change between the promises and their purchases. @returns what is wrong, and whether it was taken */
  play(change: Change): Promise<{ wrong: string[]; isTaken: boolean; bought: number }>;
  close(): Promise<void>;
};

/** Settings that staff change by a call: request windows, and the fee of a route. */
function callsOfStaff(shop: SeasonApp, staff: Person): Change[] {
  const { clock } = shop.context;
  const call = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const authorization = `Bearer ${staff.tokens.access_token}`;
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const { status, errors } = await send(shop.app, { method, url: path, payload: body, headers });
    if (status >= 500) throw new Error(`${path}: ${status} ${errors.join()}`);
    return status === 200;
  };
  const window = (refund_open: boolean, reassign_open: boolean): Change => ({
    name: `request window: refunds ${refund_open}, reassignment ${reassign_open}`,
    make: async () => {
      const [{ id }] = (await staff.call('GET', '/admin/request-windows')).items;
      const body = { refund_open, refund_cutoff: null, reassign_open, reassign_cutoff: null };
      return call('PUT', `/admin/request-windows/${id}`, { ...body, reassign_to: 'Seaway' });
    },
  });
  const fee: Change = {
    name: 'congestion fee',
    make: async () => {
      const afternoon = await anOffer(shop.app, 'hm', 'hm-lower', 'Afternoon only');
      const family = await aBuyer(shop.app);
      const contract = aContract(family, afternoon, 'HML-PM-FE');
      await checkOut(shop.app, family, { contract, payment: aCard(), acceptances: acceptancesOf(afternoon) });
      const { route_id } = afternoon;
      const [{ accepted: contracts }] = (
        await staff.call('GET', `/admin/congestion-fees/preview/${route_id}`)
      ).items;
      const charge_on = addDays(clock.today(), 20);
      const reason = 'The bridge has a new toll.';
      const body = { route_id, amount_cents: 2_500, reason, charge_on, contracts };
      return call('POST', '/admin/congestion-fees', body);
    },
  };
  return [window(true, true), window(false, false), fee];
}

/** A portal whose season is changed by staff between what families were promised and what they buy. */
export async function openSettingSweep(): Promise<Sweep> {
  const shop = await openSeasonApp();
  const seasons = await createSeasonFolder();
  const staff = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
  const importSeason = async (edit: (season: Loose) => void): Promise<boolean> => {
    const path = await seasons.write((season) => {
      seasonBefore(season);
      edit(season);
    });
    return importSeasonFile(shop.context, path, { replaceStaff: true }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof SeasonRefused) return false;
        throw error;
      },
    );
  };
  const asBefore = () => importSeason(() => undefined);
  await seasons.copyFiles(anewFile);
  let before: Loose;
  await seasons.write((season) => {
    seasonBefore(season);
    before = structuredClone(season);
  });
  const moves = settingMoves(before).map(({ name, edit }) => ({ name, make: () => importSeason(edit) }));
  return {
    changes: [...moves, ...callsOfStaff(shop, staff)],
    async play({ make }) {
      // Hundreds of families register from one network.
      await shop.context.database.pool.query('delete from attempt_counters');
      if (!(await asBefore())) throw new Error('the season of before was refused');
      const promised = await promiseAll(shop, staff);
      const isTaken = await make();
      const wrong: string[] = [];
      let bought = 0;
      for (const { name, take } of promised) {
        for (const { name: step, answer } of await take()) {
          if (answer.status >= 500) wrong.push(`${name}, ${step}: ${answer.status}`);
          if (answer.status === 200 && step.startsWith('buys')) bought += 1;
          if (answer.status >= 400 && answer.errors.length === 0) wrong.push(`${name}, ${step}: no sentence`);
        }
      }
      const broken = await brokenInvariants(shop.context.db, 'always');
      wrong.push(...broken.map((rule) => JSON.stringify(rule).slice(0, 500)));
      return { wrong, isTaken, bought };
    },
    async close() {
      await shop.close();
      await seasons.remove();
    },
  };
}
