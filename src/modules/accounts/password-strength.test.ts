import { describe, expect, it } from 'vitest';
import { isFitForStaff, strengthOf } from './password-strength.ts';

const NAMES = ['Harborline', 'Harborline Coaches', 'Lakeside School', 'hm', 'adaeze@okafor.example'];

describe('a password that somebody tries first', () => {
  /** @shows H2.2 */
  it.each([
    'aaaaaa',
    '654321',
    'schoolbus',
    'Summer2026!',
    'Spring2027!!',
    'Harborline1',
    'lakeside2026',
    'adaeze1',
    'yellowbus',
    'q1w2e3r4',
    'Password1!',
  ])('is refused: %s', async (password) => {
    expect(await strengthOf(password, NAMES)).toBe('refused');
  });
});

describe('a password of six characters', () => {
  /** @shows H2.2 */
  it.each(['x7qk2p', 'Kv8#2m', 'jR4!xz'])('that is no word stays allowed: %s', async (password) => {
    expect(await strengthOf(password, NAMES)).toBe('weak');
  });
});

describe('more of it', () => {
  it('is measured as stronger', async () => {
    const typed = ['schoolbus', 'Ella!2018', 'maple-tree', 'violet otter lamp forty'];
    expect(await Promise.all(typed.map((password) => strengthOf(password, NAMES)))).toEqual([
      'refused',
      'weak',
      'fair',
      'strong',
    ]);
  });

  it('takes no second to measure, however long it is', async () => {
    await strengthOf('warm up', NAMES);
    const begun = performance.now();
    for (const part of ['aB3$', 'abc1', 'p4ssw0rd']) await strengthOf(part.repeat(63).slice(0, 255), NAMES);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

describe('a password of staff', () => {
  /** @shows H2.1 */
  it.each([
    ['Kv8#2mQz!7x', false],
    ['Summer2026!!', false],
    ['aaaaaaaaaaaa', false],
    ['harborline2026', false],
    ['Demo-staff-2027', true],
    ['violet otter lamp', true],
    ['x7#Kq!harborline', false],
    ['lakeside violet otter lamp', true],
  ])('has twelve characters and a good score: %s %s', async (password, isFit) => {
    expect(await isFitForStaff(password, NAMES)).toBe(isFit);
  });

  /** @shows MH20.1 */
  it.each([
    'HarborlineDispatch2027',
    'harborlinelakeside2027',
    'H@rborline2027Admin',
    'Lakeside-Admin-2026',
    'Harborline2027Dispatch14!',
    'LakesideSchoolAdmin27',
    'LAKESIDE SCHOOL ADMIN',
    'adaezeokafor-office-2027',
    'harborline2027jane',
  ])('is no public name joined with years and role words: %s', async (password) => {
    expect(await isFitForStaff(password, NAMES)).toBe(false);
  });
});
