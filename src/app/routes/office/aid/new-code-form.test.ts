import { describe, expect, it } from 'vitest';
import { codeBody, emptyCode, newCodeFormShape } from './new-code-form.ts';

const typed = { ...emptyCode, period_program_id: '7' };

describe('a new aid code as staff type it', () => {
  it('is for one use, and asks for nothing else', () => {
    expect(codeBody(newCodeFormShape.parse(typed), null)).toEqual({
      period_program_id: 7,
      student_id: null,
      max_uses: 1,
      awarded_amount: null,
      least_amount: null,
      needs_confirmation: false,
    });
  });

  it('has amounts as people write them, and the student of the page that led here', () => {
    const values = { ...typed, max_uses: ' 25 ', awarded_amount: '$1,250.50', least_amount: '500' };
    expect(codeBody(newCodeFormShape.parse(values), 51)).toMatchObject({
      student_id: 51,
      max_uses: 25,
      awarded_amount: 1250.5,
      least_amount: 500,
    });
  });

  it.each([
    ['period_program_id', ''],
    ['max_uses', '0'],
    ['max_uses', 'many'],
    ['awarded_amount', '0.50'],
    ['least_amount', '1.234'],
  ])('is not taken with %s "%s"', (field, text) => {
    const { error } = newCodeFormShape.safeParse({ ...typed, [field]: text });
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
  });
});
