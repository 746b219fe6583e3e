import { describe, expect, it } from 'vitest';
import { RIGHTS } from '#kit/endpoint/right.ts';
import { isStaff, rightsOf } from './rights.ts';

/** The table of OF8.2, row by row: super admin, admin, dispatcher, school. */
const OF8_2: Record<string, string> = {
  families: 'yes yes yes no',
  families_write: 'yes yes yes no',
  care: 'yes yes yes no',
  money: 'yes yes no no',
  money_write: 'yes yes no no',
  season: 'yes yes yes no',
  season_write: 'yes yes no no',
  waiting_write: 'yes yes yes no',
  aid: 'yes yes no yes',
  hiring: 'yes yes no no',
  audit: 'yes yes no no',
  export: 'yes yes yes yes',
  company: 'yes no no no',
};
const ROLES = ['userRoleSuperAdmin', 'userRoleAdmin', 'userRoleDispatcher', 'userRoleSchool'];

describe('a role of staff', () => {
  it('has the rights of the table', () => {
    const row = (right: (typeof RIGHTS)[number]) =>
      ROLES.map((role) => (rightsOf([role]).has(right) ? 'yes' : 'no')).join(' ');
    expect(Object.fromEntries(RIGHTS.map((right) => [right, row(right)]))).toEqual(OF8_2);
  });

  it('adds rights to a parent, who has none', () => {
    expect(rightsOf(['userRoleParent']).size).toBe(0);
    expect(rightsOf(['userRoleParent', 'userRoleSchool'])).toEqual(new Set(['aid', 'export']));
    expect(rightsOf(['toString', 'constructor']).size).toBe(0);
  });

  it('makes an account one of staff', () => {
    expect(isStaff(['userRoleParent'])).toBe(false);
    for (const role of ROLES) expect(isStaff(['userRoleParent', role])).toBe(true);
  });
});
