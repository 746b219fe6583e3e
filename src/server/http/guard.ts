import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { hasAnyRight, hasRight, type Right } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { requireRecentProof } from '#modules/accounts/sessions/current-password.service.ts';
import { serverRefusals } from './server.refusals.ts';

const BEARER = /^Bearer +(\S+)$/i;

export function bearerOf(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? '')?.[1];
}

function requireRight(viewer: Viewer | undefined, right: Right): void {
  if (!viewer) throw new Refusal(serverRefusals.unauthenticated);
  if (viewer.lacks_factor) throw new Refusal(accountRefusals.second_factor_setup_required);
  if (!hasAnyRight(viewer)) throw new Refusal(serverRefusals.forbidden);
  if (!hasRight(viewer, right)) throw new Refusal(rightRefusals.right_missing);
}

export function guardOf({
  guard,
  method,
  impersonation,
  proof,
}: Pick<EndpointDefinition, 'guard' | 'method' | 'impersonation' | 'proof'>) {
  return async function checkGuard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = bearerOf(request);
    // No cache may keep answers about people or money, or any answer to a token.
    if (token || guard !== 'anyone' || method !== 'GET') reply.header('cache-control', 'no-store');
    request.viewer = token ? await request.server.context.authenticate(token) : undefined;
    const { viewer } = request;
    if (viewer && viewer.impersonator_id !== null) {
      reply.header('x-impersonating', String(viewer.user_id));
      if (impersonation === 'refused') throw new Refusal(accountRefusals.refused_while_impersonating);
    }
    if (request.preview) requireRight(viewer, 'season');
    if (guard === 'anyone') return;
    if (!viewer) throw new Refusal(serverRefusals.unauthenticated);
    if (guard !== 'account') requireRight(viewer, guard.right);
    const { db, clock } = request.server.context;
    if (proof === 'recent' || (proof === 'of_staff' && viewer.impersonator_id !== null))
      await requireRecentProof(db, clock.now(), viewer);
  };
}
