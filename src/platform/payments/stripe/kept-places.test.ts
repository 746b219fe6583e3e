import { expect, it } from 'vitest';
import { startStripe } from '#tests/simulators/stripe/http.ts';
import { openOver } from '#tests/support/billing/stripe-hands.ts';

/** @shows S27.5 */
it('charges, entries and refunds wait in lines of their own until a place is given back', async () => {
  const stripe = await startStripe();
  const gateway = await openOver(stripe, { limits: { ofEndpoint: 1, longestWaitMs: 1_000 } });
  const questions = ['charge', 'entry', 'refund'] as const;
  const keepAll = () => questions.map((question) => gateway.keepPlace!(question));
  const kept = keepAll();
  expect(kept).toEqual(questions.map(() => expect.any(Function)));
  expect(keepAll()).toEqual(questions.map(() => 'busy'));
  for (const release of kept) if (release !== 'busy') release();
  expect(keepAll()).toEqual(questions.map(() => expect.any(Function)));
  await stripe.close();
});
