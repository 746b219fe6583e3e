import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { onFourPayments } from '#tests/support/app/payment-days.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

// PDFs are drawn in a separate thread with a slow start.
vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let roundTrip: Offer;
let eastcliff: Offer;
let ridgeway: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  eastcliff = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Middle and Upper combined');
  ridgeway = await anOffer(shop.app, 'rcs', 'rcs-middle-upper', 'AM and PM');
}, 60_000);
afterAll(() => shop.close());

type Placed = { family: Pick<Buyer, 'call'>; order_id: number };

async function place(family: Buyer, body: object): Promise<Placed & { number: string }> {
  const {
    status,
    items: [order],
    errors,
  } = await checkOut(shop.app, family, body);
  if (status !== 200) throw new Error(errors.join());
  return { family, order_id: order.id, number: order.order_detail.contract.contract_number };
}

const payer = ({ email, password }: Buyer) => ({ user: { email, password } });

async function siblings(offer: Offer, [first, second]: [string, string], addon: string): Promise<Placed> {
  const family = await aBuyer(shop.app);
  const { number } = await place(family, { contract: aContract(family, offer, first), payment: aCard() });
  const sister = { ...family, student_id: await aStudentOf(family, { first_name: 'Ngozi' }) };
  const route_discounts = [{ id: offer.discount(), contract_number: number }];
  return place(family, {
    contract: aContract(sister, offer, second, { addon_ids: [offer.addon(addon)], route_discounts }),
    payment: aCard(),
  });
}

async function sumsOn(path: string): Promise<string[]> {
  const { text } = await readPdf((await shop.app.inject({ url: path })).rawPayload);
  return [...new Set(text.match(/-?\$[\d,]+\.\d\d/g) ?? [])].toSorted();
}

type Case = { of: string; buy: () => Promise<Placed>; contract: string[]; receipt: string[] };

// docs/domain/pricing.md; the card fee is 3 %, Ridgeway charges 2.50 for a bank transfer.
const CASES: Case[] = [
  {
    of: 'a full price by bank',
    buy: async () => {
      const family = await aBuyer(shop.app);
      return place(family, {
        contract: aContract(family, roundTrip, 'HML-RT-FE'),
        payment: aBankAccount(),
        ...payer(family),
      });
    },
    contract: ['$4,200.00'],
    receipt: ['$4,200.00'],
  },
  {
    of: 'a full price with two add-ons by card',
    buy: async () => {
      const family = await aBuyer(shop.app);
      const addon_ids = [roundTrip.addon('late-bus'), roundTrip.addon('second-stop')];
      return place(family, {
        contract: aContract(family, roundTrip, 'HML-RT-FE', { addon_ids }),
        payment: aCard(),
      });
    },
    contract: ['$4,200.00', '$600.00', '$355.50', '$154.67', '$5,310.17'],
    receipt: ['$5,155.50', '$154.67', '$5,310.17'],
  },
  {
    of: 'two payments with a flat sibling discount, by card',
    buy: () => siblings(roundTrip, ['HML-RT-FE', 'HML-RT-S2'], 'late-bus'),
    contract: [
      '$2,200.00',
      '$600.00',
      '-$250.00',
      '$76.50',
      '$2,626.50',
      '$2,150.00',
      '$64.50',
      '$2,214.50',
      '$4,841.00',
    ],
    receipt: ['$2,550.00', '$76.50', '$2,626.50'],
  },
  {
    of: 'three payments with a sibling discount of 7.5 %, by card',
    buy: () => siblings(eastcliff, ['EC-F', 'EC-S3'], 'late-bus'),
    contract: [
      '$1,500.00',
      '$600.00',
      '-$157.50',
      '$58.28',
      '$2,000.78',
      '$1,450.25',
      '$43.51',
      '$1,493.76',
      '$4,988.30',
    ],
    receipt: ['$1,942.50', '$58.28', '$2,000.78'],
  },
  {
    of: 'financial aid on two payments, by card',
    buy: async () => {
      const family = await aBuyer(shop.app);
      const contract = aContract(family, roundTrip, 'HML-RT-S2', {
        addon_ids: [roundTrip.addon('late-bus')],
      });
      return place(family, {
        contract,
        payment: aCard(),
        financial_aid: { code: 'HM-AID-27', amount: 2000.01 },
      });
    },
    contract: [
      '$2,200.00',
      '$600.00',
      '-$799.99',
      '-$1,000.00',
      '$2,000.01',
      '$42.00',
      '$1,042.01',
      '$1,000.00',
      '$30.00',
      '$1,030.00',
      '$2,072.01',
    ],
    receipt: ['$1,000.01', '$42.00', '$1,042.01'],
  },
  {
    of: 'two payments by bank with a fee',
    buy: async () => {
      const family = await aBuyer(shop.app);
      return place(family, {
        contract: aContract(family, ridgeway, 'RCU-S2'),
        payment: aBankAccount(),
        ...payer(family),
      });
    },
    contract: ['$2,500.00', '$2.50', '$2,502.50', '$2,350.75', '$2,353.25', '$4,855.75'],
    receipt: ['$2,500.00', '$2.50', '$2,502.50'],
  },
  {
    of: 'four payments by card',
    buy: async () => {
      const family = await onFourPayments(shop, aCard());
      return { family, order_id: family.order_id };
    },
    contract: ['$1,200.00', '$36.00', '$1,236.00', '$1,100.00', '$33.00', '$1,133.00', '$4,635.00'],
    receipt: ['$1,200.00', '$36.00', '$1,236.00'],
  },
];

describe.each(CASES)('the papers of $of', ({ buy, contract, receipt }) => {
  it('print the sums of the order, to the cent, and no others', async () => {
    const { family, order_id } = await buy();
    const [{ signed_copy, receipts }] = (await family.call('GET', `/order/${order_id}/documents`)).items;
    expect(await sumsOn(signed_copy.path)).toEqual(contract.toSorted());
    expect(await sumsOn(receipts[0].path)).toEqual(receipt.toSorted());
  });
});

it('the paper of a contract by bank names the account that its terms speak of', async () => {
  const family = await aBuyer(shop.app);
  const { order_id } = await place(family, {
    contract: aContract(family, roundTrip, 'HML-RT-S2'),
    payment: aBankAccount(),
    ...payer(family),
  });
  const [{ signed_copy }] = (await family.call('GET', `/order/${order_id}/documents`)).items;
  const { text } = await readPdf((await shop.app.inject({ url: signed_copy.path })).rawPayload);
  expect(text).toContain('Paid by bank debit (ACH) from account ****6789');
  expect(text).toContain('Account to be debited');
});
