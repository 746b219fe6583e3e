import { describe } from 'vitest';
import { z } from 'zod';
import { bounds } from '#tests/support/forms/rule-bounds.ts';
import { plainDate } from '#kit/plain-date.ts';
import { after, before, dateBetween, dateFormat } from './date.ts';

const text = z.string();
const NOT_VALID = 'The field value is not valid';
const [first, last] = [plainDate('2026-09-01'), plainDate('2027-06-30')];

/** @shows A-264 A-273 */
describe('a typed day', () => {
  bounds('is MM/dd/yyyy unless told', text.check(dateFormat()), {
    takes: ['', '02/29/2016', '12/31/2026', '01/01/2026'],
    refuses: ['2018-03-04', '3/4/2018', '01/01/18', 'today'],
    says: 'The field field must be in the format MM/dd/yyyy',
  });
  bounds('is a day of the calendar', text.check(dateFormat()), {
    takes: ['02/29/2016'],
    refuses: ['02/29/2017', '02/30/2018', '13/01/2018', '00/01/2018', '01/00/2018', '12/31/0000'],
    says: 'There is no such day',
  });
  bounds('may be in another format', text.check(dateFormat('yyyy-MM-dd')), {
    takes: ['2016-02-29'],
    refuses: ['02/29/2016', '2016-2-29'],
    says: 'The field field must be in the format yyyy-MM-dd',
  });
  bounds('of another format is a day of the calendar', text.check(dateFormat('yyyy-MM-dd')), {
    takes: [],
    refuses: ['2017-02-29'],
    says: 'There is no such day',
  });
  bounds('is a text', text.check(dateFormat()), { takes: [], refuses: [20260901, false], says: NOT_VALID });
  bounds('that is missing is asked for', text.check(dateFormat()), {
    takes: [],
    refuses: [null, undefined],
    says: 'The field field is required',
  });
});

/** @shows A-273 */
describe('a day beside another', () => {
  bounds('lies between both, which are included', text.check(dateBetween(first, last)), {
    takes: ['', '09/01/2026', '09/02/2026', '06/29/2027', '06/30/2027'],
    refuses: ['08/31/2026', '07/01/2027', 'soon'],
    says: NOT_VALID,
  });
  bounds('is later', text.check(after(first)), {
    takes: ['', '09/02/2026'],
    refuses: ['09/01/2026', '08/31/2026', 'soon'],
    says: NOT_VALID,
  });
  bounds('is earlier', text.check(before(first)), {
    takes: ['', '08/31/2026'],
    refuses: ['09/01/2026', '09/02/2026', 'soon'],
    says: NOT_VALID,
  });
  bounds('in another format', text.check(after(first, 'yyyy-MM-dd')), {
    takes: ['2026-09-02'],
    refuses: ['2026-09-01', '09/02/2026'],
    says: NOT_VALID,
  });
});
