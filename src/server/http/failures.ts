import type { FastifyReply, FastifyRequest } from 'fastify';
import { m } from '#i18n/messages.js';
import type { Failure } from '#kit/endpoint/endpoint.ts';
import { Refusal } from '#kit/refusal.ts';
import { isDatabaseAway } from '#platform/db/database-away.ts';
import { FilesAway } from '#platform/files/file-store.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { countedLines, type CountedLines } from '#platform/throttle/counted-lines.ts';
import { bearerOf } from './guard.ts';
import { serverRefusals } from './server.refusals.ts';

const OF_REQUEST: Record<string, () => string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: m.portal_body_not_json,
  FST_ERR_CTP_INVALID_JSON_BODY: m.portal_body_not_json,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: m.portal_body_not_supported,
  FST_ERR_CTP_BODY_TOO_LARGE: m.portal_body_too_large,
  FST_REQ_FILE_TOO_LARGE: m.portal_body_too_large,
};

export type AnswerFailure = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** C5 */
export function failureAnswers(): AnswerFailure {
  const countOf = countedLines();
  const answerFor: AnswerFailure = async (error, request, reply) => {
    if (!(error instanceof Refusal)) return answerError(error, request, reply);
    logDenied(error, request, countOf);
    return answerRefusal(error, reply);
  };
  // After an error in the error handler, Fastify would answer with the message of the error.
  return async (error, request, reply) => {
    try {
      return await answerFor(error, request, reply);
    } catch (failure) {
      request.log.error({ request_id: request.id, error: describeError(failure) }, 'an error was not told');
      return reply.code(500).send({ success: false, errors: [m.server_unexpected()] });
    }
  };
}

async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  if (isDatabaseAway(error)) {
    request.log.error({ request_id: request.id, error: describeError(error) }, 'the database is away');
    return answerRefusal(new Refusal(serverRefusals.database_away, { retry_after_s: 2 }), reply);
  }
  if (error instanceof FilesAway) {
    request.log.error({ request_id: request.id, error: describeError(error) }, 'the store of files is away');
    return answerRefusal(new Refusal(serverRefusals.files_away, { retry_after_s: 60 }), reply);
  }
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string };
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    const say = OF_REQUEST[code ?? ''] ?? m.portal_request_not_understood;
    return answer(reply, statusCode, { errors: [say()] });
  }
  const where = { request_id: request.id, route: request.routeOptions.url, error: describeError(error) };
  request.log.error(where, 'a call failed');
  return answer(reply, 500, { errors: [m.server_unexpected()] });
}

function answer(reply: FastifyReply, status: number, said: Omit<Failure, 'success'>): FastifyReply {
  const { errorsAlsoAs } = reply.request.routeOptions.config;
  const failure: Failure = { success: false, ...said, ...(errorsAlsoAs && { [errorsAlsoAs]: said.errors }) };
  return reply.code(status).send(failure);
}

const ID = /(^|_)id$/;

/**
 * Has ids and the declared path: a typed path may contain anything (ASVS 16.3.2). Callers without an account
 * or above a limit could fill the log, so their refusals are only counted (MH6).
 */
function logDenied({ kind }: Refusal, request: FastifyRequest, countOf: CountedLines): void {
  const { viewer } = request;
  const { context } = request.server;
  if (!isDenied(kind.status, request)) return;
  const isCounted = kind.status === 429 || !viewer;
  const calls = isCounted ? countOf(`${kind.status} ${kind.code}`, context.clock.now()) : 1;
  if (calls === undefined) return;
  const who = viewer && { user_id: viewer.user_id, impersonator_id: viewer.impersonator_id ?? undefined };
  context.log.info(
    {
      request_id: request.id,
      status: kind.status,
      code: kind.code,
      method: request.method,
      route: request.routeOptions.url,
      ...who,
      ids: idsOf(request),
      ...(isCounted && { calls }),
    },
    'a call was denied',
  );
}

const isDenied = (status: number, request: FastifyRequest): boolean =>
  status === 403 ||
  status === 429 ||
  (status === 401 && Boolean(bearerOf(request))) ||
  (status === 404 && request.viewer !== undefined);

function idsOf({ params }: FastifyRequest): Record<string, string> {
  const typed = Object.entries((params ?? {}) as Record<string, string>);
  return Object.fromEntries(typed.filter(([name, value]) => ID.test(name) && /^\d{1,16}$/.test(value)));
}

function answerRefusal(refusal: Refusal<any>, reply: FastifyReply): FastifyReply {
  const { field_errors, items, told: data, retry_after_s } = refusal.extras;
  reply.header('cache-control', 'no-store');
  if (retry_after_s !== undefined) reply.header('retry-after', String(Math.ceil(retry_after_s)));
  return answer(reply, refusal.kind.status, { errors: refusal.sentences, field_errors, items, data });
}
