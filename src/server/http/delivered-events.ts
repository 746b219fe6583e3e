import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { deliveredEvents } from '#modules/billing/processor-events/receive-events.service.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import type { ReadDelivery } from '#platform/payments/delivered-event.ts';
import { BadSignature } from '#platform/payments/stripe/events.ts';
import { countedLines } from '#platform/throttle/counted-lines.ts';
import { requestRate } from '#platform/throttle/request-rate.ts';
import { networkOf } from '#platform/throttle/throttle.ts';

export const DELIVERIES_PATH = '/api/webhooks/stripe';

const BODY_LIMIT_BYTES = 512_000;

/**
 * Of one network: the sender keeps the portal busy with signatures. Stripe delivers from named addresses of a
 * public cloud, and a neighbor there must not shut Stripe out, so a network is one address of IPv4.
 */
const BAD_A_MINUTE = 100;

/**
 * `POST /api/webhooks/stripe`: saves the id and object of an event for a later reading; the rest of the body
 * is neither believed nor kept. Without a 200, Stripe sends the event again. Other senders get a bare 400,
 * and a bare 429 until the minute ends after a hundred from their network, before the body is read.
 * Source: S19, MH13, decision 82
 */
export function takeDeliveredEvents(app: FastifyInstance, read: ReadDelivery): void {
  const { billing, clock, log } = app.context;
  const receive = deliveredEvents(billing);
  const badOf = requestRate(BAD_A_MINUTE);
  const trigger = oneAtATime(() => app.context.triggerJob('billing.events'));
  const warn = countedWarnings(log);
  takeExactBytes(app);
  app.addHook('onRequest', async (request, reply) => {
    const waitS = badOf.waitOf(networkOf(request.ip), clock.now());
    if (waitS === 0) return;
    warn('deliveries of a network are refused for the rest of a minute', clock.now());
    await reply.code(429).header('retry-after', waitS).send();
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const now = clock.now();
    const status = statusOf(error);
    if (status === 503)
      log.error({ error: describeError(error) }, 'a delivered event could not be written down');
    else warn('a delivered event was not signed by the processor', now);
    if (status === 400) badOf(networkOf(request.ip), now);
    return reply.code(status).send();
  });
  app.post('/', { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const now = clock.now();
    // Events of another account than the database's are not saved; the processor sends them again.
    if (!billing.arePaymentsOpen()) return reply.code(503).send();
    const event = read({ raw: bytesOf(request), signature: signatureOf(request), now });
    if (event === 'not_ours') warn('a delivered event was not for this portal', now);
    else if (await receive(event)) trigger();
    return reply.code(200).send();
  });
}

/** The signature covers the exact bytes. */
function takeExactBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: unknown, bytes: Buffer) => bytes,
  );
}

type Warn = (line: string, now: Date) => void;

function countedWarnings(log: Log): Warn {
  const countOf = countedLines();
  return (line, now) => {
    const deliveries = countOf(line, now);
    if (deliveries !== undefined) log.warn({ deliveries }, line);
  };
}

/** A body that is too large, or no JSON, is not signed by Stripe either. */
function statusOf(error: FastifyError): 400 | 503 {
  const isOfRequest = error.statusCode !== undefined && error.statusCode < 500;
  return error instanceof BadSignature || isOfRequest ? 400 : 503;
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (body instanceof Buffer ? body : Buffer.alloc(0));

function signatureOf({ headers }: FastifyRequest): string | undefined {
  const signature = headers['stripe-signature'];
  return typeof signature === 'string' ? signature : undefined;
}

/** A call during `send` runs `send` once more afterwards. */
function oneAtATime(send: () => Promise<void>): () => void {
  let [isSending, isAsked] = [false, false];
  const go = async () => {
    [isSending, isAsked] = [true, false];
    // The job runs every minute anyway.
    await send().catch(() => undefined);
    isSending = false;
    if (isAsked) void go();
  };
  return () => {
    if (isSending) isAsked = true;
    else void go();
  };
}
