import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pathVariants } from '#kit/endpoint/endpoint-path.ts';
import { failureShape, successShape, type EndpointDefinition, type Items } from '#kit/endpoint/endpoint.ts';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { shapeFor } from '#kit/endpoint/shape-for.ts';
import { entranceOf } from '#kit/endpoint/take-turn.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { withoutWords } from '#kit/list/without-words.ts';
import { Refusal } from '#kit/refusal.ts';
import { unstorableIn } from '#kit/text/storable-text.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { metaOf, type Call, type Handler } from './call.ts';
import { guardOf } from './guard.ts';
import { MovedAnswer, ReadyAnswer } from './ready-answer.ts';
import { recordImpersonated } from './impersonation.ts';
import { serverRefusals } from './server.refusals.ts';

type Part = 'query' | 'headers' | 'body';

const INPUT_PARTS: Part[] = ['query', 'headers', 'body'];

/** Thousands of connections may each hold a body in memory; only staff write long texts. */
const BODY_LIMIT_BYTES = { staff: 1_000_000, others: 100_000 };

const isForStaff = ({ guard }: EndpointDefinition) => typeof guard === 'object';

/**
 * Serves a declared call: guard, check, handler, reply cut to the declared shape (C5).
 *
 *     handle(app, placeOrder, async (call) => [await orders.place(call.context, …)]);
 *     handle(app, listStudents, inTx((tx, call) => students.list(tx, call.viewer)));
 */
export function handle<const D extends EndpointDefinition>(
  app: FastifyInstance,
  definition: D,
  handler: Handler<D>,
): void {
  const shape = successShape(definition);
  const shapeOfViewer = shapesByRights(definition, shape);
  app.endpoints.push(definition);
  for (const path of pathVariants(definition.path)) {
    app.route({
      method: definition.method,
      url: path,
      schema: described(definition, shape),
      bodyLimit: BODY_LIMIT_BYTES[isForStaff(definition) ? 'staff' : 'others'],
      config: configOf(definition),
      // checkedCall reports the errors of all parts at once; Fastify's own check stops at the first part.
      validatorCompiler: () => (value) => ({ value }),
      serializerCompiler: () => (value) => JSON.stringify(value),
      onRequest: guardOf(definition),
      handler: async (request, reply) => {
        const call = checkedCall(app, definition, request);
        await recordImpersonated(definition, call);
        const items = await handler(call);
        if (definition.isOfPeople) await recordList(definition, call, items);
        return items instanceof ReadyAnswer || items instanceof MovedAnswer
          ? items.send(request, reply)
          : cutToShape(definition, shapeOfViewer(call.viewer), items);
      },
    });
  }
}

const configOf = ({ errorsAlsoAs, preview, ...definition }: EndpointDefinition) => ({
  errorsAlsoAs,
  preview,
  entrance: entranceOf(definition),
});

/** A row in the audit log for each answer that lists people, without the words of a search (MH15). */
async function recordList<D extends EndpointDefinition>(
  { name }: D,
  { viewer, query, context: { db, clock } }: Call<D>,
  items: unknown,
): Promise<void> {
  const listed = items as readonly { rows?: readonly unknown[] }[];
  const rows = listed[0]?.rows ?? listed;
  await writeAudit(db, clock.now(), viewer, {
    action: 'list.read',
    subject: `list:${name}`,
    detail: { ...(query && withoutWords(query)), rows: rows.length },
  });
}

/** Cuts what a caller of the office has no right to read; each set of rights has its shape, made once. */
function shapesByRights(definition: EndpointDefinition, shape: z.ZodType) {
  const byRights = new Map<string, z.ZodType>();
  return (viewer: Viewer | undefined): z.ZodType => {
    if (!viewer || !isForStaff(definition)) return shape;
    const key = [...viewer.rights].join();
    const known = byRights.get(key) ?? shapeFor(shape, viewer);
    byRights.set(key, known);
    return known;
  };
}

function checkedCall<D extends EndpointDefinition>(
  app: FastifyInstance,
  definition: D,
  request: FastifyRequest,
): Call<D> {
  const params = definition.params?.safeParse(request.params);
  // A malformed path parameter ('..', a word in place of a number) is a 404 (W5).
  if ((params && !params.success) || unstorableIn(request.params).length > 0)
    throw new Refusal(serverRefusals.not_found);
  const { viewer, preview } = request;
  return {
    ...checkedParts(definition, request),
    params: params?.data,
    viewer,
    preview,
    meta: metaOf(request),
    context: app.context,
    request,
  } as Call<D>;
}

/** @throws input_invalid, with the wrong fields of all parts */
function checkedParts(definition: EndpointDefinition, request: FastifyRequest) {
  const parts: Partial<Record<Part, unknown>> = {};
  const issues: z.core.$ZodIssue[] = [];
  for (const part of INPUT_PARTS) {
    const schema = definition[part];
    if (!schema || schema === 'multipart') continue;
    const sent = part === 'body' ? (request.body ?? {}) : request[part];
    const checked = schema.safeParse(sent, { reportInput: true });
    issues.push(...unstorableIn(sent));
    if (checked.success) parts[part] = checked.data;
    else issues.push(...checked.error.issues);
  }
  if (issues.length > 0)
    throw new Refusal(serverRefusals.input_invalid, {
      field_errors: fieldErrorsOf(issues, definition.fieldsOf),
    });
  return parts;
}

/** @throws ZodError as below */
export function readyAnswer<const D extends EndpointDefinition>(definition: D, items: Items<D>): ReadyAnswer {
  return new ReadyAnswer(cutToShape(definition, successShape(definition), items));
}

/** @throws ZodError  the handler returned another shape than declared: a 500 */
function cutToShape(definition: EndpointDefinition, reply: z.ZodType, items: unknown): unknown {
  return reply.parse(definition.item === 'none' ? { success: true } : { success: true, items });
}

function described(definition: EndpointDefinition, reply: z.ZodType) {
  const { params, query, headers, body } = definition;
  const isForSome =
    isForStaff(definition) || definition.impersonation === 'refused' || definition.proof !== undefined;
  const ofGuard = [...(definition.guard === 'anyone' ? [] : [401]), ...(isForSome ? [403] : [])];
  const failures = [...definition.refusals.map((kind) => kind.status), 422, 500, ...ofGuard];
  return {
    operationId: definition.name,
    summary: definition.summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && body !== 'multipart' && { body }),
    ...(body === 'multipart' && { consumes: ['multipart/form-data'] }),
    ...(definition.guard !== 'anyone' && { security: [{ bearer: [] }] }),
    response: { 200: reply, ...Object.fromEntries(failures.map((status) => [status, failureShape])) },
  };
}
