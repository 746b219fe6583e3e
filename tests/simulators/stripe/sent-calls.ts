import { Stripe } from 'stripe';
import { findOperation, type Operation, readParams } from './description.ts';
import { plannedCalls, SOME_IDS } from './planned-calls.ts';

/** What the SDK makes of a call: the operation and its parameters as texts, before anything is held. */
export type SentCall = { name: string; operation: Operation; params: Record<string, unknown> };

/** Has the SDK write each planned call, and answers none of them. */
export async function sentCalls(): Promise<SentCall[]> {
  const sent: SentCall[] = [];
  let name = '';
  const note: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const found = findOperation(init?.method ?? 'GET', pathname);
    if (!found) throw new Error(`${init?.method} ${pathname} is described nowhere`);
    const text = found.operation.verb === 'GET' ? search.slice(1) : String(init?.body ?? '');
    sent.push({ name, operation: found.operation, params: readParams(text) });
    return Response.json({ id: 'x', object: 'list', data: [], has_more: false, url: pathname });
  };
  const stripe = new Stripe('sk_test_1', {
    httpClient: Stripe.createFetchHttpClient(note),
    telemetry: false,
  });
  for (const call of plannedCalls(SOME_IDS)) {
    name = call.name;
    await call.send(stripe);
  }
  return sent;
}
