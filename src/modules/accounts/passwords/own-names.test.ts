import { describe, expect, it } from 'vitest';
import { isMerelyName } from './own-names.ts';

const names = ['Harborline Transportation', 'Hillmark School', 'hm', 'adaeze@okafor.example'];

describe('a password that is merely a name', () => {
  it.each([
    'Harborline',
    'harborline2027',
    'H-i-l-l-m-a-r-k',
    'HillmarkSchool!',
    'hm2027',
    'Adaeze1999',
    'adaeze@okafor.example',
  ])('is known by its letters: %s', (password) => expect(isMerelyName(password, names)).toBe(true));

  it.each(['Demo-family-2027', 'a harbor with a line', 'hillmark bus 14', '20272027', '', 'school'])(
    'is not anything with a word of its own: %s',
    (password) => expect(isMerelyName(password, names)).toBe(false),
  );
});
