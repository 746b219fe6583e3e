import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { readSeason } from './read-season.ts';
import type { KnownKeys } from './season-references.ts';

const TODAY = plainDate('2027-04-10');
const NOTHING: KnownKeys = { division: [], program_group: [], program: [] };

const demo = readFileSync(join(import.meta.dirname, '../../../db/demo/season.json'), 'utf8');

// oxlint-disable-next-line no-explicit-any
type Loose = any;

function read(change: (file: Loose) => void = () => undefined, known = NOTHING) {
  const file = JSON.parse(demo);
  change(file);
  return readSeason(file, { today: TODAY, known });
}

const told = (change: (file: Loose) => void) =>
  read(change).problems.map(({ place, problem }) => `${place}: ${problem}`);

describe('a season file', () => {
  it('is read with its dollars as cents, its percents exact and its days counted from today', () => {
    const { season } = read();
    const program = season!.periods[0]!.programs[0]!;
    expect(program.routes[0]!.payment_terms[0]).toMatchObject({
      deposit: 150_000,
      amount: 145_025,
      from_dt: '2027-03-11',
      thru_dt: '2027-06-09',
    });
    expect(program.routes[0]!.discounts[0]).toMatchObject({ amount_flat: null, amount_percentage: 7_500 });
    expect(season!.periods[1]!.starts_on).toBe('2019-09-04');
  });

  it('may leave out what is null, and a list in which nothing is to change', () => {
    const { problems } = read((file) => {
      delete file.periods[0].programs[0].routes[0].payment_terms[0].prefix_text;
      delete file.periods[0].programs[0].financial_aid_codes;
      delete file.content_blocks;
    });
    expect(problems).toEqual([]);
  });

  it('names the place of a wrong amount', () => {
    expect(told((file) => (file.periods[0].programs[1].routes[2].payment_terms[0].deposit = '2700'))).toEqual(
      [
        'periods[0].programs[1].routes[2].payment_terms[0].deposit: ' +
          'must be an amount in dollars, 0 or more, with at most two decimals',
      ],
    );
  });

  it.each([
    ['a third decimal', 10.005],
    ['less than nothing', -1],
    ['nothing at all', null],
  ])('takes %s for no amount', (_what, amount) => {
    expect(told((file) => (file.periods[0].programs[0].routes[0].addons[0].amount = amount))).toHaveLength(1);
  });

  it('names a field that it does not know, so that a slip of the hand is not lost', () => {
    expect(told((file) => (file.periods[0].programs[0].routes[0].text_befor = 'x'))).toEqual([
      'periods[0].programs[0].routes[0].text_befor: is not a field of a season file here',
    ]);
  });

  it('tells a missing field from a wrong one', () => {
    const problems = told((file) => {
      delete file.program_groups[0].is_active;
      file.program_groups[1].is_active = 'yes';
    });
    expect(problems).toEqual([
      'program_groups[0].is_active: is missing',
      'program_groups[1].is_active: must be true or false',
    ]);
  });

  it('takes today, today plus and minus days, and days of the calendar only', () => {
    const put = (value: string) => told((file) => (file.periods[0].first_day_of_school = value));
    expect(['today', 'today-1d', '2028-02-29'].flatMap(put)).toEqual([]);
    expect(['tomorrow', 'today+1', '2027-02-29', '03/04/2027'].flatMap(put)).toHaveLength(4);
  });

  it('collects every error in one look, those between fields too', () => {
    const problems = told((file) => {
      file.periods[0].programs[0].routes[0].capacity = -1;
      file.periods[0].programs[0].program = 'no-such';
      file.periods[0].programs[0].routes[0].payment_terms[0].number_payments = 1;
      file.company.time_zone = 'Bronx';
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'company.time_zone',
      'periods[0].programs[0].routes[0].capacity',
      'periods[0].programs[0].routes[0].payment_terms[0].number_payments',
      'periods[0].programs[0].program',
    ]);
  });
});

describe('a payment term of a season file (T4)', () => {
  const term = (changes: object) =>
    told((file) => Object.assign(file.periods[0].programs[0].routes[0].payment_terms[0], changes)).map(
      (problem) => problem.split('.').at(-1),
    );
  const full = {
    payment_term_type: 'paymentTermTypeFull',
    number_payments: 1,
    amount: 0,
    scheduled_dt: null,
  };

  it('of type Full is one payment with nothing later', () => {
    expect(term(full)).toEqual([]);
    expect(term({ ...full, number_payments: 2, amount: 5 })).toEqual([
      'number_payments: must be 1: a term of type Full has one payment',
      'amount: must be 0: a term of type Full has no later payment',
    ]);
  });

  it('of type Scheduled has later payments, from a day after its window', () => {
    expect(term({ scheduled_dt: 'today+61d' })).toEqual([]);
    expect(term({ scheduled_dt: 'today+60d' })).toEqual(['scheduled_dt: must be later than thru_dt']);
    expect(term({ scheduled_dt: null })).toEqual([
      'scheduled_dt: is missing: a scheduled term names the day of its second payment',
    ]);
    expect(term({ amount: 0 })).toEqual([
      'amount: must be more than 0: it is the size of each later payment',
    ]);
  });

  it('is not sold after it stopped being sold', () => {
    expect(term({ from_dt: 'today+70d' })).toEqual(['thru_dt: must not be earlier than from_dt']);
  });
});

describe('the names in a season file', () => {
  it('occur once', () => {
    const problems = told((file) => {
      file.program_groups[2].path = 'HM';
      file.periods[0].programs[1].routes[1].name = 'Round trip';
      file.periods[0].programs[1].financial_aid_codes[1].code = 'hm-aid-27';
    });
    expect(problems).toContain('program_groups[2].path: repeats program_groups[1].path');
    expect(problems).toContain(
      'periods[0].programs[1].routes[1].name: repeats periods[0].programs[1].routes[0].name',
    );
    expect(problems).toContain(
      'periods[0].programs[1].financial_aid_codes[1].code: ' +
        'repeats periods[0].programs[1].financial_aid_codes[0].code',
    );
  });

  it('refer to what the file or the portal has', () => {
    const without = (file: Loose) => (file.divisions = []);
    expect(told(without)).toHaveLength(4);
    expect(told(without)[0]).toBe('program_groups[0].division: there is no division with the key bronx');
    expect(read(without, { ...NOTHING, division: ['bronx'] }).problems).toEqual([]);
  });

  it('leave the addresses of pages alone (W6)', () => {
    expect(told((file) => (file.program_groups[3].path = 'Dashboard'))[0]).toBe(
      'program_groups[3].path: is already the address of a portal page',
    );
  });

  it('give a school one current period', () => {
    expect(told((file) => (file.periods[1].is_current = true))).toEqual([
      'periods[1].program_groups[0]: ' +
        'the school already has its current period at periods[0].program_groups[1]',
    ]);
  });

  it('name files without a way out of their folder', () => {
    const name = (value: string) =>
      told((file) => (file.periods[0].programs[1].routes[0].contract_pdf = value));
    expect(['../secret.pdf', '/etc/passwd', 'a/b.pdf', '..'].flatMap(name)).toHaveLength(4);
    expect(told((file) => (file.content_blocks[0].content = 'content/../x.svg'))).toHaveLength(1);
    expect(told((file) => (file.content_blocks[0].content = 'https://maps.example/hm.svg'))).toHaveLength(0);
  });
});

describe('a term that can come to less than the smallest charge', () => {
  const TERM = 'periods[0].programs[0].routes[0].payment_terms[0]';
  const routeOf = (file: Loose) => file.periods[0].programs[0].routes[0];
  const setTerm = (file: Loose, changes: object) => Object.assign(routeOf(file).payment_terms[0], changes);

  /** @shows MC1.2 */
  it.each(['deposit', 'amount'])('is named by its %s', (field) => {
    const smallest = 'must be 0, or $0.50 or more: it is the smallest amount that can be charged';
    expect(told((file) => setTerm(file, { [field]: 0.49 }))).toEqual([`${TERM}.${field}: ${smallest}`]);
    expect(told((file) => setTerm(file, { [field]: 0.55 }))).toEqual([]);
  });

  /** @shows MC1.2 */
  it.each<[string, object, number, number[]]>([
    ['a flat discount', { amount_flat: 200, amount_percentage: null }, 200.3, []],
    ['a share', { amount_flat: null, amount_percentage: 99 }, 30, []],
    ['a flat discount of two add-ons', { amount_flat: 20, amount_percentage: null }, 0, [10.1, 10.2, 50]],
  ])('is named where so little is left by %s', (_, discount, deposit, addons) => {
    const sentence =
      'comes to $0.30 with the discount “Brother”; the smallest amount that can be charged is $0.50';
    const edit = (file: Loose) => {
      setTerm(file, { deposit });
      const route = routeOf(file);
      route.payment_terms.length = 1;
      route.discounts = [{ text: 'Brother', is_sibling_discount: true, ...discount }];
      route.addons = addons.map((amount, nr) => {
        const name = `addon-${nr}`;
        return { name, text: name, amount, is_admin_only: false };
      });
    };
    expect(told(edit)).toEqual([`${TERM}.deposit: ${sentence}`]);
  });

  it('is no term that a discount leaves nothing of, or that costs nothing today', () => {
    const edit = (file: Loose) => {
      setTerm(file, { deposit: 0 });
      routeOf(file).discounts[0].amount_flat = 5_000;
    };
    expect(told(edit)).toEqual([]);
  });
});
