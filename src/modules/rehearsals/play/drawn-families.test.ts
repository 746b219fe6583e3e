import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { settingsOf } from '#tests/support/rehearsals/a-rehearsal.ts';
import { drawFamilies, type DrawnSchool } from './drawn-families.ts';

const SCHOOLS: DrawnSchool[] = [
  {
    program_group_id: 1,
    from: plainDate('2026-03-01'),
    thru: plainDate('2026-08-31'),
    routes: [
      { id: 11, seats: 10 },
      { id: 12, seats: 90 },
    ],
  },
  {
    program_group_id: 2,
    from: plainDate('2026-05-10'),
    thru: plainDate('2026-05-10'),
    routes: [{ id: 21, seats: 100 }],
  },
];

const draw = (changes: object = {}) => drawFamilies(settingsOf(1, { families: 1_000, ...changes }), SCHOOLS);
const withoutChance = (families: ReturnType<typeof draw>) => families.map(({ chance: _, ...one }) => one);
const shareOf = (families: ReturnType<typeof draw>, is: (one: (typeof families)[number]) => boolean) =>
  Math.round((100 * families.filter(is).length) / families.length);

/** @shows RP5.3 */
describe('the families of a seed', () => {
  it('are the same each time, and others for another seed', () => {
    expect(withoutChance(draw())).toEqual(withoutChance(draw()));
    expect(withoutChance(draw({ seed: 8 }))).not.toEqual(withoutChance(draw()));
  });

  it('come on days of the sale of their school, in order', () => {
    const families = draw();
    const days = families.map(({ day }) => day);
    expect(days).toEqual(days.toSorted());
    for (const { day, program_group_id } of families) {
      const school = SCHOOLS.find((one) => one.program_group_id === program_group_id)!;
      expect(day >= school.from && day <= school.thru).toBe(true);
    }
    expect(new Set(days).size).toBeGreaterThan(150);
  });

  it('have the number of children that was asked for, each wanting a route of the school', () => {
    for (const { children, program_group_id } of draw({ children: 3, families: 50 })) {
      expect(children).toHaveLength(3);
      for (const { route_id } of children) expect(String(route_id)[0]).toBe(String(program_group_id));
    }
  });

  it('want routes by their seats', () => {
    const wanted = draw().flatMap(({ children }) => children.map(({ route_id }) => route_id));
    const percentOf = (id: number) => (100 * wanted.filter((one) => one === id).length) / wanted.length;
    for (const [id, percent] of [
      [11, 5],
      [12, 45],
      [21, 50],
    ] as const)
      expect(Math.abs(percentOf(id) - percent)).toBeLessThan(4);
  });
});

/** @shows RP5.1 */
describe('a share', () => {
  it('is the share of the families', () => {
    const families = draw({ bank: 40, in_full: 25 });
    expect(Math.abs(shareOf(families, ({ pays_by }) => pays_by === 'bank') - 40)).toBeLessThan(5);
    expect(Math.abs(shareOf(families, ({ in_full }) => in_full) - 25)).toBeLessThan(5);
  });

  it('of all or none is all or none', () => {
    const all = { bank: 0, declines: 100, aid: 100, cancels: 100, in_full: 100 };
    expect(shareOf(draw(all), (one) => one.pays_by === 'card' && one.is_in_trouble && one.in_full)).toBe(100);
    const none = { bank: 100, returns: 0, aid: 0, cancels: 0, in_full: 0 };
    expect(
      shareOf(
        draw(none),
        ({ pays_by, is_in_trouble, in_full, children: [child] }) =>
          pays_by === 'bank' &&
          !is_in_trouble &&
          !in_full &&
          !child!.wants_aid &&
          child!.cancels_after === null,
      ),
    ).toBe(100);
  });
});

describe('a season without a school that sells', () => {
  it('is visited by no family', () => {
    expect(drawFamilies(settingsOf(1), [])).toEqual([]);
  });
});
