import type { FastifyReply, FastifyRequest } from 'fastify';
import { m } from '#i18n/messages.js';
import type { Failure } from '#kit/endpoint.ts';
import { Refusal } from '#kit/refusal.ts';
import { isDatabaseAway } from '#platform/db/database-away.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { serverRefusals } from './server.refusals.ts';

/** What Fastify itself may refuse, by its code. */
const OF_REQUEST: Record<string, () => string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: m.portal_body_not_json,
  FST_ERR_CTP_INVALID_JSON_BODY: m.portal_body_not_json,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: m.portal_body_not_supported,
  FST_ERR_CTP_BODY_TOO_LARGE: m.portal_body_too_large,
  FST_REQ_FILE_TOO_LARGE: m.portal_body_too_large,
};

/** Turns whatever a call threw into the failure envelope and its status (C5). */
export async function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (error instanceof Refusal) return answerRefusal(error, reply);
  if (isDatabaseAway(error)) {
    request.log.error({ request_id: request.id, error: describeError(error) }, 'the database is away');
    return answerRefusal(new Refusal(serverRefusals.database_away, { retry_after_s: 2 }), reply);
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    const say = OF_REQUEST[code ?? ''] ?? m.portal_request_not_understood;
    return reply.code(statusCode).send({ success: false, errors: [say()] } satisfies Failure);
  }
  const where = { request_id: request.id, route: request.routeOptions.url, error: describeError(error) };
  request.log.error(where, 'a call failed');
  return reply.code(500).send({ success: false, errors: [m.server_unexpected()] } satisfies Failure);
}

// The refusal says its own sentence, whatever data that needs.
function answerRefusal(refusal: Refusal<any>, reply: FastifyReply): FastifyReply {
  const { field_errors, items, retry_after_s } = refusal.extras;
  if (retry_after_s !== undefined) reply.header('retry-after', String(Math.ceil(retry_after_s)));
  const answer: Failure = { success: false, errors: refusal.sentences, field_errors, items };
  return reply.code(refusal.kind.status).send(answer);
}
