import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_KINDS } from '#platform/payments/stripe/events.ts';

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const going = page.slice(page.indexOf('## Going live with Stripe')).split(/\n## /)[0]!;

/** @shows S28.6 */
it('the list for going live names each event that the endpoint is to be told of, and no other', () => {
  const listed = [...going.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, name]) => name!);
  const events = listed.filter((name) => /^(payment_|charge|radar|refund|setup_|mandate|payout)/.test(name));
  expect(events.toSorted()).toEqual(Object.keys(EVENT_KINDS).toSorted());
});
