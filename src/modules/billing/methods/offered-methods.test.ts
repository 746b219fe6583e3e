import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { isExpired, offeredMethods } from './offered-methods.ts';

const CARD = 2;
const BANK = 3;
const today = plainDate('2026-04-10');

const method = (id: number, changes = {}) => ({
  id,
  is_active: true,
  payment_type_id: CARD,
  exp_month: 12 as number | null,
  exp_year: 2030 as number | null,
  created_at: `2026-01-0${id}T00:00:00.000Z`,
  program_group: { programs: [{ id: 7 }] } as { programs: { id: number }[] } | null,
  ...changes,
});
const offered = (methods: ReturnType<typeof method>[], payment_type_id = CARD) =>
  offeredMethods(methods, { program_id: 7, payment_type_id, today }).map(({ id }) => id);

describe('the saved methods that the wizard offers', () => {
  it('are newest first', () => {
    expect(offered([method(1), method(3), method(2)])).toEqual([3, 2, 1]);
  });

  it("are general or of the chosen program's group", () => {
    expect(
      offered([
        method(1, { program_group: null }),
        method(2),
        method(3, { program_group: { programs: [{ id: 8 }] } }),
      ]),
    ).toEqual([2, 1]);
  });

  it('are active, of the matching type and not expired', () => {
    const bank = method(4, { payment_type_id: BANK, exp_month: null, exp_year: null });
    const all = [
      method(1, { is_active: false }),
      method(2, { exp_month: 3, exp_year: 2026 }),
      method(3),
      bank,
    ];
    expect(offered(all)).toEqual([3]);
    expect(offered(all, BANK)).toEqual([4]);
  });
});

describe('an expiry', () => {
  it('is over only after the last day of its month', () => {
    expect(isExpired({ exp_month: 4, exp_year: 2026 }, plainDate('2026-04-30'))).toBe(false);
    expect(isExpired({ exp_month: 4, exp_year: 2026 }, plainDate('2026-05-01'))).toBe(true);
    expect(isExpired({ exp_month: null, exp_year: null }, plainDate('2099-01-01'))).toBe(false);
  });
});
