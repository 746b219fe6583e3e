import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AppContext } from '#server/app-context.ts';

type Recorded = { viewer: Viewer | undefined; params: unknown; context: Pick<AppContext, 'db' | 'clock'> };

/** Writes the row before the handler runs, so a refused call has a row too. Source: U, reliability 5.3 */
export async function recordImpersonated(
  definition: EndpointDefinition,
  { viewer, params, context }: Recorded,
): Promise<void> {
  if (!viewer || viewer.impersonator_id === null || definition.impersonation === 'own_row') return;
  if (definition.method === 'GET' && definition.impersonation !== 'recorded') return;
  const subject =
    subjectOf(definition.path, (params ?? {}) as Record<string, unknown>) ?? `user:${viewer.user_id}`;
  await writeAudit(context.db, context.clock.now(), viewer, { action: definition.name, subject });
}

/** `/order/:order_id/payment/:payment_id` becomes `order:12 payment:3`; undefined without ids. */
export function subjectOf(path: string, params: Record<string, unknown>): string | undefined {
  const parts = path.split('/').filter(Boolean);
  const named = parts.flatMap((part) => {
    const name = part.startsWith(':') ? part.slice(1).replace('?', '') : undefined;
    if (name === undefined || params[name] === undefined) return [];
    return [`${name === 'id' ? parts[0] : name.replace(/_id$/, '')}:${String(params[name])}`];
  });
  return named.length > 0 ? named.join(' ') : undefined;
}
