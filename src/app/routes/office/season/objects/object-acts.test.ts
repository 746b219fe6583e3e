import { expect, it } from 'vitest';
import { sentenceOf } from './object-acts.tsx';

const aRoute = (contracts: number, waiting: number) => ({
  kind: 'route' as const,
  used_by: [{ name: 'contracts', n: contracts }],
  contracts,
  waiting,
});
const ending = 'Route Round trip is no longer sold.';

/** @shows SE2.1 */
it.each([
  [
    aRoute(12, 3),
    ' Its 12 contracts stay. 3 waiting children keep their places, and no seat is offered to them. ' +
      'Their families are emailed.',
  ],
  [
    aRoute(1, 1),
    ' Its contract stays. 1 waiting child keeps its place, and no seat is offered to it. ' +
      'The family is emailed.',
  ],
  [aRoute(2, 0), ' Its 2 contracts stay.'],
  [{ ...aRoute(0, 0), used_by: [] }, ' Nothing refers to it.'],
])('the question before the end of a route says what stays and who waits, as of %j', (route, said) => {
  expect(sentenceOf('end', 'route Round trip', route)).toBe(`${ending}${said}`);
});

/** @shows SE2.1 */
it('the question before the end of another object names what refers to it', () => {
  const term = { kind: 'payment_term' as const, used_by: [{ name: 'contracts', n: 2 }], contracts: 2 };
  expect(sentenceOf('end', 'payment term Full', { ...term, waiting: 0 })).toBe(
    'Payment term Full is no longer sold. What refers to it stays: 2 contracts.',
  );
});
