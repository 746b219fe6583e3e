import { describe, expect, it } from 'vitest';
import { isOfCare, signedDifferences } from './signed-fields.ts';

describe('what has changed since the signature', () => {
  /** @shows OF10.4 */
  it('is named field by field, as it was then and as it is now', () => {
    const signed = {
      last_name: 'Okafor',
      phone_home: '914-555-0100',
      email: null,
      can_exit_bus_alone: false,
    };
    const onFile = { ...signed, phone_home: '914-555-0199', can_exit_bus_alone: true };
    expect(signedDifferences(signed, onFile)).toEqual([
      { field: 'phone_home', signed: '914-555-0100', on_file: '914-555-0199' },
      { field: 'can_exit_bus_alone', signed: false, on_file: true },
    ]);
  });

  it('takes a blank field for none, and a day for the same day in another spelling', () => {
    expect(
      signedDifferences(
        { email: '', date_of_birth: '2017-04-02' },
        { email: null, date_of_birth: '04/02/2017' },
      ),
    ).toEqual([]);
  });

  it('tells medical and custody texts from the rest', () => {
    const both = signedDifferences(
      { medical_concerns: 'Nuts', city: 'Rye' },
      { medical_concerns: null, city: 'Harrison' },
    );
    expect(both.map((one) => [one.field, isOfCare(one)])).toEqual([
      ['city', false],
      ['medical_concerns', true],
    ]);
  });
});
