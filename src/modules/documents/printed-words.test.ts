import { describe, expect, it } from 'vitest';
import { printedLines, printedName } from './printed-words.ts';

/** @shows H15.4 */
describe('a name on a receipt', () => {
  it.each(['Adaeze Okafor', 'Anne-Marie O’Neill', 'Иван Петров', 'Ναταλία Παπά', 'José Núñez', 'Ida Full'])(
    'is printed as it was typed: %s',
    (name) => expect(printedName(name, 'Customer 7')).toBe(name),
  );

  it.each([
    'Kevin Fuller',
    'Robin Fuller',
    'Austin Fullerton',
    'Martín Fulle',
    'Ana Paidar',
    'Lamont Duenas',
    'Avoid Settler',
    'Nguyễn Thị Ánh',
    'Σοφία O’Brien',
  ])('is printed as it was typed though two names together hold such a word: %s', (name) =>
    expect(printedName(name, 'Customer 7')).toBe(name),
  );

  it.each([
    'PAID IN FULL',
    'Paid Okafor',
    'P.A.I.D.',
    'P A I D',
    'PAIDINFULL Okafor',
    'Refunded 12',
    'VOID',
    'Balance Due',
    'РAID',
    'ＰＡＩＤ',
    'Páid',
    '𝐏𝐀𝐈𝐃',
    'ⓅⒶⒾⒹ',
    'P\u200bA\u200bI\u200bD',
    'PAID\u00a0IN\u00a0FULL',
    'P.A.I.D. I.N. F.U.L.L.',
    'INFULL Okafor',
    'I N F U L L',
    'No Balance',
    'unpaid',
    'Amount-Due',
    'WAIVED',
  ])('is not printed where it reads as a statement about money: %s', (name) =>
    expect(printedName(name, 'Customer 7')).toBe('Customer 7'),
  );

  it.each([
    ['small capitals', 'ᴘᴀɪᴅ ɪɴ ꜰᴜʟʟ'],
    ['small capitals', 'Okafor ʀᴇꜰᴜɴᴅᴇᴅ'],
    ['Lisu', 'ꓑꓮꓲꓓ'],
    ['Lisu', 'ꓪꓮꓲꓦꓰꓓ'],
    ['Cherokee', 'ᏢᎪᎥᎠ'],
    ['Cherokee, small', 'ꮲꭺꭵꭰ'],
    ['Cyrillic alone', 'раіԁ'],
    ['Cyrillic alone', 'ѕеttlеԁ'],
    ['Cree', 'ᑭᗩᛁᗪ'],
    ['letters with a stroke', 'VØIĐ'],
    ['a letter without its dot', 'Paıd'],
    ['two scripts in one word', 'ꓑᎪIꓓ'],
    ['two scripts in one word', 'ꓑAID'],
    ['letters in black squares', '🅿🅰🅸🅳'],
    ['letters in black circles', '🅥🅞🅘🅓'],
    ['letters of flags', '🇵🇦🇮🇩'],
    ['a small l for a capital I', 'PAlD IN FULL'],
    ['digits for letters', 'PA1D'],
    ['digits for letters', 'V0ID'],
    ['a script that no name is written in', '𐌐𐌀𐌉𐌃'],
  ])('is not printed where it reads so in other letters: %s, %s', (_, name) =>
    expect(printedName(name, 'Customer 7')).toBe('Customer 7'),
  );

  it.each([
    ['Cyrillic', 'Вера Павлова'],
    ['Cyrillic', 'Раиса Воїд'],
    ['Greek', 'Νίκος Παπαδόπουλος'],
    ['Vietnamese', 'Đặng Văn Lâm'],
    ['Vietnamese', 'Đỗ Thị Út'],
    ['Cherokee', 'ᏣᎳᎩ ᎠᏰᎵ'],
    ['Cherokee, small', 'Ꮳꮃꭹ Ꭰᏸꮅ'],
    ['Lisu', 'ꓡꓲ-ꓢꓴ ꓐꓮ'],
    ['Armenian', 'Արամ Խաչատրյան'],
    ['Inuktitut', 'ᐃᓄᒃ ᑭᒪ'],
    ['Norwegian', 'Bjørn Vold'],
    ['Polish', 'Łukasz Żak'],
    ['Chinese beside Latin', 'Li小龙'],
    ['an emoji', 'Ada 🐞'],
    ['a digit', 'Ada Okafor 3rd'],
  ])('is printed as it was typed in its own letters: %s, %s', (_, name) =>
    expect(printedName(name, 'Customer 7')).toBe(name),
  );

  it('is cut where it is longer than its line', () => {
    expect(printedName('a'.repeat(80), '')).toHaveLength(80);
    expect(printedName('a'.repeat(200), '')).toBe(`${'a'.repeat(79)}…`);
  });
});

it('an address on a receipt loses a line that reads as a statement about money', () => {
  expect(printedLines(['PAID IN FULL, 3B', 'Yonkers, NY 10701'])).toEqual(['Yonkers, NY 10701']);
});

it('an address on a receipt keeps each line that says nothing about money, cut where it is too long', () => {
  const lines = ['12 Kevin Fuller Road', 'b'.repeat(90)];
  expect(printedLines(lines)).toEqual(['12 Kevin Fuller Road', `${'b'.repeat(79)}…`]);
  expect(printedLines([])).toEqual([]);
});

it('a name is cut between its letters, and not inside one', () => {
  expect(printedName('𝒜'.repeat(81), '')).toBe(`${'𝒜'.repeat(79)}…`);
});
