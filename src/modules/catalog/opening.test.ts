import { describe, expect, it } from 'vitest';
import {
  currentPeriodAt,
  edgesOf,
  hoursAt,
  isClosingAt,
  nextOpening,
  sellsAt,
  shownPeriodOf,
  type SoldSeason,
} from './opening.ts';

const at = (text: string) => new Date(text);
const OPENS = at('2027-03-01T13:00:00Z');
const CLOSES = at('2027-03-31T21:00:00Z');
const MINUTE = 60_000;
const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const hours = { opens_at: OPENS, closes_at: CLOSES };
const sold: SoldSeason = {
  period: { id: 7, is_draft: false },
  program_group: { is_active: true },
  period_program_group: { is_switched_on: true, ...hours },
};
const group = (changes: object): SoldSeason => ({
  ...sold,
  period_program_group: { ...sold.period_program_group, ...changes },
});

/** @shows SE8.2 */
describe('a school sells in a season', () => {
  it.each<[string, SoldSeason, Date, boolean]>([
    ['just before the opening', sold, after(OPENS, -1), false],
    ['at the opening', sold, OPENS, true],
    ['just before the closing', sold, after(CLOSES, -1), true],
    ['at the closing', sold, CLOSES, false],
    ['without an opening, long before', group({ opens_at: null }), at('2000-01-01T00:00:00Z'), true],
    ['without an opening, at the closing', group({ opens_at: null }), CLOSES, false],
    ['without a closing, long after', group({ closes_at: null }), at('2100-01-01T00:00:00Z'), true],
    ['without hours', group({ opens_at: null, closes_at: null }), OPENS, true],
    ['switched off by staff', group({ is_switched_on: false }), OPENS, false],
    ['of a draft', { ...sold, period: { id: 7, is_draft: true } }, OPENS, false],
    ['while the school is switched off', { ...sold, program_group: { is_active: false } }, OPENS, false],
  ])('%s', (_, facts, now, sells) => {
    expect(sellsAt(facts, now)).toBe(sells);
  });

  it('is before, open or after its hours', () => {
    const instants = [after(OPENS, -1), OPENS, after(CLOSES, -1), CLOSES];
    expect(instants.map((now) => hoursAt(hours, now))).toEqual(['before', 'open', 'open', 'after']);
  });
});

/** @shows SE8.5 */
describe('an open checkout may be finished', () => {
  it.each<[string, SoldSeason, Date, boolean]>([
    ['not before the closing, where nothing stands against it', sold, after(CLOSES, -1), false],
    ['at the closing', sold, CLOSES, true],
    ['until 15 minutes after', sold, after(CLOSES, 15 * MINUTE - 1), true],
    ['and no longer', sold, after(CLOSES, 15 * MINUTE), false],
    ['not where staff have switched the school off', group({ is_switched_on: false }), CLOSES, false],
    ['not where no hour closes it', group({ closes_at: null }), CLOSES, false],
    ['not in a season that is a draft again', { ...sold, period: { id: 7, is_draft: true } }, CLOSES, false],
  ])('%s', (_, facts, now, may) => {
    expect(isClosingAt(facts, now)).toBe(may);
  });
});

const season = (id: number, opens_at: Date | null, changes: object = {}, is_draft = false) => ({
  period: { id, is_draft },
  program_group: { is_active: true },
  period_program_group: {
    is_switched_on: true,
    becomes_current: true,
    opens_at,
    closes_at: null,
    ...changes,
  },
});
const SET = at('2027-01-15T12:00:00Z');
const chosen = { current_period_id: 6, current_set_at: SET };

/** @shows SE8.4 */
describe('the current season of a school', () => {
  const next = season(7, OPENS);
  const later = season(8, after(OPENS, MINUTE));

  it.each<[string, Parameters<typeof currentPeriodAt>, number | null]>([
    ['the chosen one before another opens', [chosen, [next], after(OPENS, -1)], 6],
    ['the next one at its opening', [chosen, [next], OPENS], 7],
    ['the last that opened', [chosen, [later, next], after(OPENS, MINUTE)], 8],
    ['the later season of two that open at once', [chosen, [season(8, OPENS), next], OPENS], 8],
    [
      'the chosen one where the next does not become it',
      [chosen, [season(7, OPENS, { becomes_current: false })], OPENS],
      6,
    ],
    ['the chosen one where the next is a draft', [chosen, [season(7, OPENS, {}, true)], OPENS], 6],
    ['the chosen one where the other opened before the choice', [chosen, [season(7, SET)], OPENS], 6],
    ['the one that opened after the choice by a moment', [chosen, [season(7, after(SET, 1))], OPENS], 7],
    ['the chosen one without any hour', [chosen, [season(7, null)], OPENS], 6],
    [
      'the one that opened, where nobody has noted when staff chose',
      [{ ...chosen, current_set_at: null }, [next], OPENS],
      7,
    ],
    ['none without choice and opening', [{ current_period_id: null, current_set_at: null }, [], OPENS], null],
    [
      'the one that closed again, until another opens',
      [chosen, [season(7, OPENS, { closes_at: CLOSES })], CLOSES],
      7,
    ],
  ])('is %s', (_, [choice, seasons, now], id) => {
    expect(currentPeriodAt(choice, seasons, now)).toBe(id);
  });
});

/** @shows SE8.3 */
describe('the next opening of a school', () => {
  const nextOf = (seasons: ReturnType<typeof season>[], now: Date) => nextOpening(seasons, 6, now)?.period.id;

  it('is the earliest to come, of a season that is then sold', () => {
    const all = [season(8, after(OPENS, MINUTE)), season(7, OPENS), season(9, null)];
    expect(nextOf(all, after(OPENS, -1))).toBe(7);
    expect(nextOf(all, OPENS)).toBe(8);
    expect(nextOf(all, after(OPENS, MINUTE))).toBeUndefined();
    expect(nextOf([season(7, OPENS, {}, true)], SET)).toBeUndefined();
    expect(nextOf([season(7, OPENS, { is_switched_on: false })], SET)).toBeUndefined();
    expect(nextOf([season(7, OPENS, { becomes_current: false })], SET)).toBeUndefined();
  });

  it('is that of the current season too, whether it becomes current or not', () => {
    expect(nextOf([season(6, OPENS, { becomes_current: false })], SET)).toBe(6);
  });

  it('is what the page of the school is about', () => {
    expect(shownPeriodOf({ coming: { period_id: 7 }, current_period_id: 6 })).toBe(7);
    expect(shownPeriodOf({ coming: null, current_period_id: 6 })).toBe(6);
  });
});

describe('the instants at which an answer may change', () => {
  it('are each opening, each closing and 15 minutes after, once and in order', () => {
    const closed = CLOSES.getTime();
    const all = [hours, hours, { opens_at: CLOSES, closes_at: null }, { opens_at: null, closes_at: null }];
    expect(edgesOf(all)).toEqual([OPENS.getTime(), closed, closed + 15 * MINUTE]);
  });
});
