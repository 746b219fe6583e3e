import { invariant } from '#kit/invariant.ts';
import { milliPercent, type MilliPercent } from '#kit/money.ts';

export const RETURN_CLASSES = ['unauthorized', 'administrative', 'all'] as const;
export type ReturnClass = (typeof RETURN_CLASSES)[number];

export const RATE_LEVELS = ['well', 'near', 'over'] as const;
export type RateLevel = (typeof RATE_LEVELS)[number];

export const RATE_DAYS = 60;

const CODES: Record<Exclude<ReturnClass, 'all'>, readonly string[]> = {
  unauthorized: ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'],
  administrative: ['R02', 'R03', 'R04'],
};

const CEILINGS: Record<ReturnClass, MilliPercent> = {
  unauthorized: milliPercent(500),
  administrative: milliPercent(3000),
  all: milliPercent(15_000),
};

export const isOfClass = (code: string, of: ReturnClass): boolean => of === 'all' || CODES[of].includes(code);

export type ReturnRate = {
  class: ReturnClass;
  returned: number;
  debits: number;
  rate: MilliPercent;
  ceiling: MilliPercent;
  level: RateLevel;
};

/** A single return says nothing about a rate. */
const FEWEST = 2;

/**
 * @param codes  the return codes of the last 60 days, one per returned debit
 * @param debits  the number of debits sent in the same days
 * Source: S24.4; worked examples in docs/domain/returned-debits.md
 */
export function returnRates(codes: readonly string[], debits: number): ReturnRate[] {
  invariant(Number.isSafeInteger(debits) && debits >= 0, `not a number of debits: ${debits}`);
  return RETURN_CLASSES.map((of) => {
    const returned = codes.filter((code) => isOfClass(code, of)).length;
    return { class: of, ...rateOf(returned, debits, CEILINGS[of]) };
  });
}

// Returned debits may have been sent before the period, and may outnumber the debits sent.
function rateOf(returned: number, debits: number, ceiling: MilliPercent): Omit<ReturnRate, 'class'> {
  const allowed = ceiling * Math.max(debits, 1);
  const shown = returned * 100_000;
  const level = returned < FEWEST || 2 * shown < allowed ? 'well' : shown > allowed ? 'over' : 'near';
  const rate = milliPercent(Math.round(shown / Math.max(debits, 1)));
  return { returned, debits, rate, ceiling, level };
}
