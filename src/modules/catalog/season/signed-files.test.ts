import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { importSeasonFile } from './season.service.ts';

const SIGNED = 'hm-lower-round-trip.pdf';
const REFUSED = `files/${SIGNED}: contracts are signed with this file: give the new one another name`;

let shop: SeasonApp;
let seasons: SeasonFolder;
let buyer: Buyer;
let order_id: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  seasons = await createSeasonFolder();
  buyer = await aBuyer(shop.app);
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const contract = aContract(buyer, offer, 'HML-RT-S2');
  const { items } = await checkOut(shop.app, buyer, { contract, payment: aCard() });
  order_id = items[0].id;
});
afterAll(async () => {
  await seasons.remove();
  await shop.close();
});

const importOf = async (edit?: (season: Loose) => void, options = {}) =>
  importSeasonFile(shop.context, await seasons.write(edit), options);

async function signedPdf(): Promise<Buffer> {
  const [{ contract_pdf }] = (await buyer.call('GET', `/order/${order_id}/documents`)).items;
  return (await shop.app.inject({ url: contract_pdf })).rawPayload;
}

/** @shows SE2.6 */
describe('a season file with another PDF in place of one that a contract was signed with', () => {
  it('is refused, in a dry run too, and the contract keeps its PDF', async () => {
    const before = await signedPdf();
    expect(before.subarray(0, 5).toString()).toBe('%PDF-');
    const file = join(seasons.folder, 'files', SIGNED);
    await cp(file, join(seasons.folder, 'files', 'kept.pdf'));
    await writeFile(file, '%PDF-1.7 of April');
    await expect(importOf()).rejects.toThrow(REFUSED);
    await expect(importOf(undefined, { dryRun: true })).rejects.toThrow(REFUSED);
    expect(await signedPdf()).toEqual(before);
  });

  it('is taken under another name', async () => {
    const before = await signedPdf();
    await cp(join(seasons.folder, 'files', 'kept.pdf'), join(seasons.folder, 'files', SIGNED));
    await writeFile(join(seasons.folder, 'files', 'hm-of-april.pdf'), '%PDF-1.7 of April');
    await importOf((season) => {
      for (const { programs } of season.periods)
        for (const { routes } of programs)
          for (const route of routes)
            if (route.contract_pdf === SIGNED) route.contract_pdf = 'hm-of-april.pdf';
    });
    expect(await signedPdf()).toEqual(before);
  });
});
