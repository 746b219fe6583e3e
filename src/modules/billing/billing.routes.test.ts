import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { send } from '#tests/support/app/people.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

let shop: SeasonApp;
let offer: Offer;
let buyer: Buyer;
const logged: string[] = [];

beforeAll(async () => {
  shop = await openSeasonApp({
    log: pino({ level: 'trace', base: undefined }, { write: (line) => void logged.push(line) }),
  });
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  buyer = await aBuyer(shop.app);
});
afterAll(() => shop.close());

const methodsOf = async (person: Buyer) =>
  (await person.call('GET', '/accounting/payment-methods/read/all')).items;

describe('the saved payment methods', () => {
  it('need a token', async () => {
    expect(
      (await send(shop.app, { method: 'GET', url: '/accounting/payment-methods/read/all' })).status,
    ).toBe(401);
  });

  it('are none at first, then the card that paid for a contract, seen by its family only', async () => {
    expect(await methodsOf(buyer)).toEqual([]);
    const { status } = await checkOut(shop.app, buyer, {
      contract: aContract(buyer, offer, 'HML-RT-S2'),
      payment: aCard(),
    });
    expect(status).toBe(200);
    expect(await methodsOf(buyer)).toMatchObject([
      {
        name: 'Adaeze Okafor',
        brand: 'Visa',
        ident: '****4242',
        exp_month: 12,
        exp_year: 2030,
        is_default: true,
        is_active: true,
        program_group: { text: expect.any(String) },
      },
    ]);
    expect(await methodsOf(await aBuyer(shop.app))).toEqual([]);
  });
});

describe('what a family types to pay', () => {
  it('is in no table, log or mail, whether it was taken, declined, mistyped or misplaced', async () => {
    const card = '5555555555554444';
    const code = '739';
    const typed = { ...aCard(card), cc: { ...aCard(card).cc, type: 'MasterCard', ccid: code } };
    const bodies = [
      { payment: typed },
      { payment: { ...typed, cc: { ...typed.cc, exp_month: 13 } } },
      { payment: { ...typed, cc: { ...typed.cc, number: '4000000000000341', type: 'Visa' } } },
      { payment: { ...typed, cc: { ...typed.cc, number: '4111111111111111', type: 'Visa' } } },
      {
        payment: aBankAccount('000222222227'),
        user: { email: 'wrong@example.com', password: 'not-the-password' },
      },
      { payment: 'not an object', cc: typed.cc },
    ];
    for (const body of bodies) {
      const family = await aBuyer(shop.app);
      await checkOut(shop.app, family, { contract: aContract(family, offer, 'HML-RT-S2'), ...body });
    }
    await drainJobs(shop.context);
    const canaries = [card, '4000000000000341', '4111111111111111', '000222222227', code, 'not-the-password'];
    const mails = JSON.stringify(shop.context.mail);
    expect(findSecrets([logged.join('\n'), mails].join('\n'), canaries)).toEqual([]);
    expect(
      findSecrets(
        await dumpDatabase(shop.context.db),
        canaries.filter((canary) => canary !== code),
      ),
    ).toEqual([]);
  });
});
