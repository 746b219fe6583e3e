import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { send, type Answer, type Person } from './people.ts';

type Sent = { title?: string; approval?: string; key?: string; seen?: string; source?: 'setup' };

/** Staff save changes of the catalog after a look at the preview, as a form does. */
export async function changeCatalog(
  app: FastifyInstance,
  staff: Person,
  changes: readonly object[],
  { title, approval, key = randomUUID(), seen, source }: Sent = {},
): Promise<Answer> {
  const preview =
    seen ?? (await staff.call('POST', '/admin/catalog/preview', { changes, approval })).items[0]?.hash;
  return send(app, {
    method: 'POST',
    url: '/admin/catalog/changes',
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': key },
    payload: { title, approval, changes, seen: preview ?? '0'.repeat(64), source },
  });
}
