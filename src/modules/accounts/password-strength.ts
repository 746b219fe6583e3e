import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { normalizePassword } from '#kit/text/normalize-password.ts';
import { restBesideNames } from './joined-names.ts';

/**
 * The strength of a password for server and screens; `refused` means among the first guesses.
 * Source: H2, ASVS 6.2.4
 */
export type Strength = 'refused' | 'weak' | 'fair' | 'strong';

const OWN_WORDS = (
  'schoolbus school bus student driver route stop ride child children kids family parent mother ' +
  'father mom dad summer winter spring autumn fall january february march april june july august ' +
  'september october november december monday tuesday wednesday thursday friday saturday sunday ' +
  'morning afternoon yellow private academy teacher coach coaches contract pickup portal admin ' +
  'staff dispatch office password welcome login administrator superadmin manager director owner ' +
  'billing support team'
).split(' ');

// A longer password costs a second to measure, and half is strong already.
const MEASURED = 64;
/** A power of ten: passwords within a hundred thousand guesses are refused. */
const FIRST_TRIED = 5;
const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const SHORTEST = 6;

/** Staff have more rights, so staff passwords are longer and stronger (H2). */
export const STAFF_PASSWORD_MIN = 12;
const STAFF_SCORE = 3;

let measure: Promise<ZxcvbnFactory> | undefined;

/** Loads the measure on first use: some hundred kilobytes in the browser. */
async function readMeasure(): Promise<ZxcvbnFactory> {
  const [core, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { 'passwords-common': dictionary['passwords-common'], own: OWN_WORDS },
    graphs: adjacencyGraphs,
    maxLength: MEASURED,
  });
}

const wordsOf = (names: readonly string[]) => names.flatMap((name) => [name, ...name.split(/[\s@._-]+/)]);

/** Ignores signs around the password: signs after a word and a year add no strength. */
async function measured(typed: string, names: readonly string[]) {
  const password = normalizePassword(typed);
  // The next call repeats a failed load.
  measure ??= readMeasure().catch((error: unknown) => {
    measure = undefined;
    throw error;
  });
  const zxcvbn = await measure;
  const inner = password.replaceAll(SIGNS_AROUND, '');
  const forms = inner.length >= SHORTEST && inner !== password ? [password, inner] : [password];
  const found = forms.map((form) => zxcvbn.check(form, wordsOf(names)));
  return found.reduce((least, each) => (each.guesses < least.guesses ? each : least));
}

/**
 * Measures a password, on the server and while typing.
 * @param names likely guesses for this person: the company, the schools, the person's own email
 */
export async function strengthOf(password: string, names: readonly string[]): Promise<Strength> {
  const { score, guessesLog10 } = await measured(password, names);
  if (guessesLog10 < FIRST_TRIED) return 'refused';
  return score >= 4 ? 'strong' : score === 3 ? 'fair' : 'weak';
}

/** Public names joined with years and role words are one guess, so the rest must be strong too (MH20). */
export async function isFitForStaff(password: string, names: readonly string[]): Promise<boolean> {
  const typed = normalizePassword(password);
  if ([...typed].length < STAFF_PASSWORD_MIN) return false;
  const forms = new Set([typed, restBesideNames(typed, { names, words: OWN_WORDS })]);
  const found = await Promise.all([...forms].map((form) => measured(form, names)));
  return found.every(({ score }) => score >= STAFF_SCORE);
}
