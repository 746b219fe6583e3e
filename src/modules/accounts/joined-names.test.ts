import { describe, expect, it } from 'vitest';
import { restBesideNames } from './joined-names.ts';

const names = ['Harborline Coaches', 'Lakeside School', 'hm', 'adaeze@okafor.example'];
const words = ['dispatch', 'admin', 'bus'];

describe('what a password has beside public names', () => {
  it.each([
    ['HarborlineDispatch2027', ''],
    ['harborline-lakeside-2027', '- -'],
    ['H@rb0rline2027Adm1n', ''],
    ['HM bus 2027', ''],
    ['harborlinecoachesadmin', ''],
    ['okafor1999lakeside', ''],
    ['Harborline-Dispatch-Jane2027', '- -Jane'],
    ['lakeside violet otter', 'violet otter'],
  ])('is left of %s', (password, rest) => {
    expect(restBesideNames(password, { names, words })).toBe(rest);
  });

  it.each(['violet otter 2027', 'rhmq2027admin', 'Demo-staff-2027', ''])(
    'is all of it without a name: %s',
    (password) => expect(restBesideNames(password, { names, words })).toBe(password),
  );

  it('is all of it where no names are known', () => {
    expect(restBesideNames('HarborlineDispatch2027', { names: [], words })).toBe('HarborlineDispatch2027');
  });
});
