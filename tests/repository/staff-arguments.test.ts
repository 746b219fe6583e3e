import { describe, expect, it } from 'vitest';
import { readStaffArguments } from '../../scripts/command/staff-arguments.ts';

const understood = (line: string) => readStaffArguments(line.split(' '));

/** @shows H1.6 H1.7 H2.14 */
describe('npm run staff understands', () => {
  it('whom to add, with a name or what stands before the at sign', () => {
    expect(understood('add Noor@Office.example --super')).toEqual({
      verb: 'add',
      email: 'noor@office.example',
      role: 'super-admin',
      first_name: 'noor',
      last_name: 'Admin',
      existing: false,
    });
    expect(readStaffArguments(['add', 'a@b.example', '--name', 'Noor van Haddad'])).toMatchObject({
      role: 'admin',
      first_name: 'Noor',
      last_name: 'van Haddad',
    });
  });

  it('a role for the new account', () => {
    expect(understood('add a@b.example --role dispatcher')).toMatchObject({ role: 'dispatcher' });
  });

  /** @shows MH1.3 */
  it('that an account from before is theirs', () => {
    expect(understood('add a@b.example --existing')).toMatchObject({ verb: 'add', existing: true });
    expect(understood('role a@b.example admin --existing')).toMatchObject({ verb: 'role', existing: true });
  });

  it('whom to disable, whose role to change, and a list', () => {
    expect(understood('disable A@b.example')).toEqual({ verb: 'disable', email: 'a@b.example' });
    expect(understood('reset-factor A@b.example')).toEqual({ verb: 'reset-factor', email: 'a@b.example' });
    expect(understood('role a@b.example parent')).toEqual({
      verb: 'role',
      email: 'a@b.example',
      role: 'parent',
      existing: false,
    });
    expect(understood('list')).toEqual({ verb: 'list' });
  });

  it.each([
    '',
    'add',
    'add noor',
    'add a@b.example admin',
    'role a@b.example',
    'role a@b.example toString',
    'role a@b.example admin now',
    'disable a@b.example --super',
    'reset-factor',
    'reset-factor a@b.example now',
    'list a@b.example',
    'list --existing',
    'disable a@b.example --existing',
    'add a@b.example --supr',
    'add a@b.example --role parent',
    'add a@b.example --role owner',
    'add a@b.example --super --role dispatcher',
    'role a@b.example admin --role dispatcher',
    'remove a@b.example',
  ])('nothing else: %s', (line) => {
    expect(understood(line)).toBeUndefined();
  });
});
