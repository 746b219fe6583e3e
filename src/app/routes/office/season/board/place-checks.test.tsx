import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { CheckAnswer } from '#modules/catalog/checks/checks.contract.ts';
import { PlaceChecks } from './place-checks.tsx';

const aCheck = (changes: Partial<CheckAnswer>): CheckAnswer => ({
  code: 'full',
  severity: 'look',
  text: 'Round trip: full, 3 children wait.',
  subject: { kind: 'route', id: 7, name: 'Round trip', version: 3 },
  field: 'capacity',
  mend_path: '/admin/seasons/2?object=route:7&field=capacity',
  put_aside: null,
  ...changes,
});

const drawn = (checks: CheckAnswer[]) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/seasons/2?show=checks']}>
      <PlaceChecks checks={checks} of="Round trip" />
    </MemoryRouter>,
  );

/** @shows SE1.6 */
describe('the checks of a place on the board', () => {
  const stop = aCheck({ code: 'no_term', severity: 'stop', text: 'Nothing can be chosen.', field: null });

  it('stand by severity, the gravest first', () => {
    const html = drawn([aCheck({}), stop]);
    const order = ['Mend before families see it', stop.text, 'Worth a look', 'Round trip: full'];
    const places = order.map((text) => html.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });

  it('open the field that mends them, and keep the filters', () => {
    const html = drawn([aCheck({})]);
    expect(html).toContain('href="/admin/seasons/2?show=checks&amp;object=route%3A7&amp;field=capacity"');
  });

  it('open the page of a long text, and the form of a new term', () => {
    const text = aCheck({ mend_path: '/admin/texts/faq/period_program:4' });
    expect(drawn([text])).toContain('href="/admin/texts/faq/period_program:4"');
    const term = aCheck({ mend_path: '/admin/seasons/2?object=payment_term:new&parent=7&field=name' });
    expect(drawn([term])).toContain('object=payment_term%3Anew&amp;parent=7&amp;field=name"');
  });

  it('are nothing where there are none', () => expect(drawn([])).toBe(''));
});
