import { afterAll, beforeAll, expect, it } from 'vitest';
import { CARDS, isServed } from '#tests/support/drill/buyers.ts';
import { openKilledShop, type KilledShop, type Victim } from '#tests/support/drill/killed-sale.ts';
import { inLane } from '#tests/support/lane.ts';

const BOTH = 'the portal and its database server';
const VICTIMS = inLane<Victim[]>({ short: [BOTH], long: ['the portal', 'the portal', BOTH, 'the portal'] });
const FAMILIES = inLane({ short: 60, long: 240 });

let shop: KilledShop;
beforeAll(async () => void (shop = await openKilledShop({ cards: CARDS })));
afterAll(() => shop.stop());

it(
  'kept every order that was answered, and charged it once, whenever the portal was killed',
  { timeout: 900_000 },
  async () => {
    const isLeaseOver = inLane({ short: true, long: false });
    const { buyers, faults } = await shop.play({ families: FAMILIES, victims: VICTIMS, isLeaseOver });
    expect(faults).toEqual([]);
    expect(buyers.filter(({ told }) => !told)).toEqual([]);
    expect(buyers.filter(isServed).length).toBeGreaterThan(FAMILIES / 2);
  },
);
