import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { LINK_LIFE_S, secondsLeft, viewerOfLink } from '#modules/accounts/sessions/links.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { bearerOf } from './guard.ts';
import { filePolicy } from '#server/http/pages/security-headers.ts';
import { serverRefusals } from './server.refusals.ts';

const linkShape = z.object({
  session: z.uuid(),
  until: z.coerce.number().int(),
  signature: z.string().length(43),
});

type Found = { content: Uint8Array; contentType: string; filename?: string } | undefined;

/** Another user's file is undefined too: both are "not found" (C5). */
export type FindStored = (viewer: Viewer, path: string) => Promise<Found>;

/**
 * A browser sends no token for an image, so a signed link is enough.
 * @param below  `students` serves /storage/students/…
 * @param find  receives the path below /storage
 */
export function serveStored(
  app: FastifyInstance,
  context: AppContext,
  below: string,
  find: FindStored,
): void {
  app.get(`/${below}/*`, { schema: { hide: true } }, async (request, reply) => {
    const { config } = context;
    const viewer = await viewerOf(context, request);
    if (!viewer) throw new Refusal(serverRefusals.unauthenticated);
    const found = await find(viewer, `${below}/${(request.params as Record<string, string>)['*']}`);
    if (!found) throw new Refusal(serverRefusals.not_found);
    const disposition = found.filename
      ? `inline; filename*=UTF-8''${encodeURIComponent(found.filename)}`
      : 'inline';
    return reply
      .headers({
        'content-security-policy': filePolicy(config),
        'cache-control': `private, max-age=${cacheSecondsOf(context, request)}`,
        'content-disposition': disposition,
      })
      .type(found.contentType)
      .send(Buffer.from(found.content));
  });
}

async function viewerOf(context: AppContext, request: FastifyRequest): Promise<Viewer | undefined> {
  const token = bearerOf(request);
  return token ? context.authenticate(token) : viewerOfSignedLink(context, request);
}

export async function viewerOfSignedLink(
  context: AppContext,
  request: FastifyRequest,
): Promise<Viewer | undefined> {
  const link = linkShape.safeParse(request.query);
  if (!link.success) return undefined;
  const [path = ''] = request.url.split('?');
  return viewerOfLink(context, context.clock.now(), { ...link.data, path: decodeURIComponent(path) });
}

function cacheSecondsOf({ clock }: AppContext, request: FastifyRequest): number {
  const link = linkShape.safeParse(request.query);
  if (bearerOf(request) || !link.success) return LINK_LIFE_S;
  return secondsLeft(link.data, clock.now());
}
