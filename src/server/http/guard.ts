import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guard } from '#kit/endpoint.ts';
import { Refusal } from '#kit/refusal.ts';
import { serverRefusals } from './server.refusals.ts';

const BEARER = /^Bearer +(\S+)$/i;

/** The access token that a call carries. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return BEARER.exec(request.headers.authorization ?? '')?.[1];
}

/** Finds out who calls and turns away who may not, before the body is even read. */
export function guardOf(guard: Guard) {
  return async function checkGuard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = bearerOf(request);
    // Answers about people or money stay in no cache; neither does anything that a token was sent for.
    if (token || guard !== 'anyone' || request.method !== 'GET') reply.header('cache-control', 'no-store');
    request.viewer = token ? await request.server.house.authenticate(token) : undefined;
    if (guard === 'anyone') return;
    if (!request.viewer) throw new Refusal(serverRefusals.unauthenticated);
    if (guard === 'staff' && !request.viewer.is_staff) throw new Refusal(serverRefusals.forbidden);
  };
}
