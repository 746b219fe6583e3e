/** 23 letters, a prime. I, O and Q are left out because people read these letters as 1 and 0. */
const CHECK_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const SYMBOLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** 5 generates every non-zero remainder of 23, so no two neighbors ever weigh the same. */
const WEIGHT_STEP = 5;

/** The start value makes the example of O6, 26-HM-004217-K, a valid number. */
const START = 14;

/**
 * A changed digit and two swapped neighbors always give another letter; dashes do not count.
 * @param body  the number without the letter, `27-HM-000001`
 * Source: O6; worked examples in docs/domain/contract.md
 */
export function checkLetter(body: string): string {
  let weight = 1;
  let total = START;
  for (const symbol of [...body.toUpperCase().replace(/[^0-9A-Z]/g, '')].reverse()) {
    total += weight * SYMBOLS.indexOf(symbol);
    weight = (weight * WEIGHT_STEP) % CHECK_LETTERS.length;
  }
  return CHECK_LETTERS[total % CHECK_LETTERS.length]!;
}

const SHAPE = /^\d{2}-.+-\d{6,}-[A-Z]$/;

/** Source: B3 */
export function asIssued(typed: string): string {
  return typed.trim().toUpperCase();
}

export function isContractNumber(typed: string): boolean {
  const number = asIssued(typed);
  return SHAPE.test(number) && checkLetter(number.slice(0, -2)) === number.at(-1);
}
