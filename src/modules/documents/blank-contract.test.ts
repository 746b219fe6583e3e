import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { headingsOf, wordsOf, wordsUnder } from '#tests/support/files/document-words.ts';
import { firstCheckInstructions } from './check-payee.ts';
import { blankContractDocument } from './blank-contract.ts';

type Route = ReturnType<typeof routeForSale>;
const TODAY = plainDate('2026-04-10');
const PRICES = 'Prices as of 04/10/2026';

const blank = (routes: readonly [Route, ...Route[]] = [routeForSale()], today = TODAY) =>
  blankContractDocument(routes, today);
const prices = (changes: Partial<Route> = {}) => wordsUnder(blank([routeForSale(changes)]), PRICES);
const aRoute = (changes: Partial<Route['route']>) =>
  routeForSale({ route: { ...routeForSale().route, ...changes } });
const withProgram = (changes: Partial<Route['period_program']>) =>
  routeForSale({ period_program: { ...routeForSale().period_program, ...changes } });
const terms = (changes: Partial<Route['terms'][number]>) =>
  routeForSale()
    .terms.slice(1, 2)
    .map((term) => ({ ...term, ...changes }));

describe('the blank contract of a program', () => {
  it('has blanks, prices, payee, texts and a place to sign, in this order', () => {
    expect(headingsOf(blank())).toEqual(['To fill out', PRICES, 'Your check', 'Contract text', 'Signature']);
  });

  it('names program, school year and day, and nobody', () => {
    const document = blank();
    expect(document).toMatchObject({
      subject: 'Contract to fill out, Lower School, 2027–2028 school year',
      foot: 'Lower School, prices as of 04/10/2026',
      author: 'Harborline School Bus, Inc.',
      tag: 'Hillmark',
      color: '#8a1538',
    });
    expect(wordsOf(document).join('\n')).not.toMatch(/Ada|Okafor|Contract number|Order number/);
  });

  it('asks for a grade where the program has grades, else for the school year', () => {
    const asked = (sale: Route) => wordsUnder(blank([sale]), 'To fill out').map((line) => line.split(':')[0]);
    expect(asked(routeForSale())).toContain('Year entering');
    const program = { ...routeForSale().program, grades: [] };
    expect(asked(routeForSale({ program }))).toContain('School year');
    expect(asked(routeForSale({ program }))).not.toContain('Year entering');
  });

  it.each([
    ['neither', {}, {}, false],
    ['its route', { has_pickup_location: true }, {}, true],
    ['its program', {}, { has_pickup_location: true }, true],
  ])('asks for a pickup where %s has one', (_, route, period_program, isAsked) => {
    const sale = routeForSale({
      route: { ...routeForSale().route, ...route },
      period_program: { ...routeForSale().period_program, ...period_program },
    });
    expect(wordsUnder(blank([sale]), 'To fill out').includes('Pickup: ____')).toBe(isAsked);
  });

  it('asks for a pickup where only another of its routes has one', () => {
    const routes = [routeForSale(), aRoute({ id: 6, name: 'Morning', has_pickup_location: true })] as const;
    expect(wordsUnder(blank(routes), 'To fill out')).toContain('Pickup: ____');
  });
});

describe('the price list of a blank contract', () => {
  it('has each term with its amounts, and add-ons, and none that only staff sell', () => {
    expect(prices()).toEqual([
      expect.stringContaining('Choose one route and one payment term.'),
      'Pay in full: Deposit $4,200.00. | $4,200.00',
      expect.stringMatching(
        /^Two payments: .*\$2,200\.00.*\$2,150\.00.*\$4,350\.00.*10\/01\/2026.* \| \$4,350\.00$/,
      ),
      'Add-on: Late bus | $600.00',
    ]);
  });

  it.each([
    ['2026-04-09', false],
    ['2026-04-10', true],
    ['2026-06-10', true],
    ['2026-06-11', false],
  ])('has a term from its first day to its last: on %s', (today, isOffered) => {
    const sold = terms({ from_dt: plainDate('2026-04-10'), thru_dt: plainDate('2026-06-10') });
    const document = blank([routeForSale({ terms: sold })], plainDate(today));
    const words = wordsOf(document).join('\n');
    expect(words.includes('Two payments:')).toBe(isOffered);
    expect(words.includes('Round trip, both ways: no contracts can be signed today.')).toBe(!isOffered);
  });

  it('of a route without a term has no add-ons to pay for either', () => {
    expect(prices({ terms: [] }).slice(1)).toEqual([
      'Round trip, both ways: no contracts can be signed today.',
    ]);
  });

  it('says on which days the rest of four payments falls due, and what they come to', () => {
    const [, row] = prices({
      terms: terms({ deposit: cents(120_000), amount: cents(110_000), number_payments: 4 }),
    });
    expect(row).toContain('3 × $1,100.00');
    expect(row).toMatch(/\| \$4,500\.00$/);
  });

  it('has each route by its name and the words around it', () => {
    const routes = [
      aRoute({ text_before: 'Express', text_after: '' }),
      aRoute({ id: 6, name: 'One way', text_before: '', text_after: 'mornings' }),
    ] as const;
    const heads = blank(routes).blocks.flatMap((block) => (block.k === 'amounts' ? [block.head.text] : []));
    expect(heads).toEqual(['Express, Round trip', 'One way, mornings']);
  });
});

describe('the texts of a blank contract', () => {
  it('are the contract, and each surge agreement once', () => {
    const surge = (id: number, text: string | null) => aRoute({ id, surge_pricing_text: text });
    const routes = [surge(5, '<p>One</p>'), surge(6, '<p>Two</p>'), surge(7, '<p>One</p>'), surge(8, null)];
    const html = blank(routes as [Route, ...Route[]]).blocks.flatMap((block) =>
      block.k === 'html' ? [block.html] : [],
    );
    expect(html).toEqual(['<p>The contract.</p>', '<p>One</p>', '<p>Two</p>']);
  });

  it('are a heading alone where the program has no text yet', () => {
    expect(wordsUnder(blank([withProgram({ contract_text: null })]), 'Contract text')).toEqual(['']);
  });

  it('say to whom a check goes, with the note of the program where it has one', () => {
    const check = (name: string) => {
      const program = { ...routeForSale().program, name, ...firstCheckInstructions(name) };
      return wordsUnder(blank([routeForSale({ program })]), 'Your check');
    };
    expect(check('hm-lower')).toEqual([
      'Amount: The deposit of the term you choose plus all the add-ons you choose',
      'Payable to: Harborline School Bus, Inc.',
      expect.stringContaining('Attention: Lower Division contracts'),
      'Write on the check: Student’s name and program',
      expect.stringMatching(/^Please send one check/),
      expect.stringContaining('If it has changed by then, we will call you'),
      'Questions? Call 718-555-0100.',
    ]);
    expect(check('elsewhere')).toHaveLength(6);
  });
});
