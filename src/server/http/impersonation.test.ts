import { describe, expect, it } from 'vitest';
import { subjectOf } from './impersonation.ts';

describe('what an audit row says that a call was about', () => {
  it.each([
    ['/student/:id', { id: 7 }, 'student:7'],
    ['/order/:order_id/payment/:payment_id', { order_id: 12, payment_id: 3 }, 'order:12 payment:3'],
    ['/order/:id/contract/:contract_id?', { id: 12, contract_id: 4 }, 'order:12 contract:4'],
  ])('%s with %o is %s', (path, params, subject) => {
    expect(subjectOf(path, params)).toBe(subject);
  });

  it('leaves out an optional id that was not given', () => {
    expect(subjectOf('/order/:id/contract/:contract_id?', { id: 12 })).toBe('order:12');
  });

  it('is nothing where the path names nothing, so that the row names the family', () => {
    expect(subjectOf('/order', {})).toBeUndefined();
    expect(subjectOf('/student/:id?', {})).toBeUndefined();
  });
});
