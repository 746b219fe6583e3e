import { asDigits, lettersAndDigits } from '#kit/text/paper-code.ts';

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

/** What people write before a number: `Contract #`, `Contract number`, `No.` */
const BEFORE = /^\s*(contract)?\s*(number|no\.?)?\s*[#:№]*\s*/i;

const SERIAL_DIGITS = 6;
const SHAPE = new RegExp(String.raw`^\d{2}[0-9A-Z]+\d{${SERIAL_DIGITS}}[A-Z]$`);

/** Groups kept apart by dots. */
const GROUPS = new RegExp(String.raw`^\d{2}\.[^.]+\.\d{${SERIAL_DIGITS},}\.[A-Z]$`);

type Parts = { period: string; school: string; serial: string; letter: string };

/** A serial of more than six digits begins in `school`. */
function partsOf(typed: string): Parts {
  const signs = lettersAndDigits(typed.replace(BEFORE, ''));
  const end = Math.max(2, signs.length - SERIAL_DIGITS - 1);
  return {
    period: asDigits(signs.slice(0, 2)),
    school: signs.slice(2, end),
    serial: asDigits(signs.slice(end, -1)),
    letter: signs.slice(-1),
  };
}

const joinedBy = ({ period, school, serial, letter }: Parts, dash: string): string =>
  [period, school, serial, letter].join(dash);

/** A number whose groups are apart keeps the dashes of its school's path, and a serial of seven digits. */
function partsOfGroups(typed: string): Parts | undefined {
  const groups = typed
    .replace(BEFORE, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map(lettersAndDigits)
    .filter(Boolean);
  const [period = '', ...rest] = groups;
  const [serial = '', letter = ''] = rest.splice(-2);
  const parts = { period: asDigits(period), school: rest.join('-'), serial: asDigits(serial), letter };
  return GROUPS.test(joinedBy(parts, '.')) ? parts : undefined;
}

/**
 * The number as issued, for a text typed from paper in any way: small letters, other dashes or none, O for 0,
 * `Contract #` before the number.
 * Source: B3, MC13
 */
export function asIssued(typed: string): string {
  const parts = partsOfGroups(typed) ?? partsOf(typed);
  return hasShape(typed) ? joinedBy(parts, '-') : typed.trim().toUpperCase();
}

/** As issued for a school whose path has dashes, or for a serial of seven digits. */
function ofSchool(typed: string, path: string): string[] {
  const { period, school, serial, letter } = partsOf(typed);
  const name = lettersAndDigits(path);
  const digits = asDigits(school.slice(name.length)) + serial;
  if (!school.startsWith(name) || !/^\d+$/.test(digits)) return [];
  return [joinedBy({ period, school: path.toUpperCase(), serial: digits, letter }, '-')];
}

/** The numbers that a typed text can mean. @param paths  of the schools */
export const issuedForms = (typed: string, paths: readonly string[]): string[] => [
  ...new Set([asIssued(typed), ...paths.flatMap((path) => ofSchool(typed, path))]),
];

const hasShape = (typed: string): boolean => SHAPE.test(joinedBy(partsOf(typed), ''));

export function isContractNumber(typed: string): boolean {
  const parts = partsOf(typed);
  return hasShape(typed) && checkLetter(joinedBy({ ...parts, letter: '' }, '')) === parts.letter;
}

/** A number of the right shape with another check letter: nobody guesses so (MC13). */
export const isMistyped = (typed: string): boolean => hasShape(typed) && !isContractNumber(typed);
