import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#kit/durations.ts';
import { deliveredEvents } from '#modules/billing/processor-events/receive-events.service.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { ReadDelivery } from '#platform/payments/delivered-event.ts';
import { BadSignature } from '#platform/payments/stripe/events.ts';
import { countedLines } from '#platform/throttle/counted-lines.ts';

export const DELIVERIES_PATH = '/api/webhooks/stripe';

const BODY_LIMIT_BYTES = 512_000;

/** More than a mistake: the sender only keeps us checking signatures. */
const BAD_A_MINUTE = 100;

/**
 * `POST /api/webhooks/stripe`, where there is a secret to check signatures by. An event is written down by
 * its id, and what it names is read later by a job; nothing else of the body is believed or kept. It answers
 * 200 when that is committed: anything else, and Stripe sends the event again. Whoever is not Stripe learns
 * nothing but 400.
 * Source: S19, decision 82
 */
export function takeDeliveredEvents(app: FastifyInstance, read: ReadDelivery): void {
  const { billing, clock, log } = app.context;
  const receive = deliveredEvents(billing);
  const countOf = countedLines();
  const door = signatureDoor();
  const trigger = oneAtATime(() => app.context.triggerJob('billing.events'));
  const say = (line: string, now: Date) => {
    const deliveries = countOf(line, now);
    if (deliveries !== undefined) log.warn({ deliveries }, line);
  };
  const refuse = (reply: FastifyReply, now: Date) => {
    say('a delivered event was not signed by the processor', now);
    return reply.code(400).send();
  };
  // The signature is over the very bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: unknown, bytes: Buffer) => bytes,
  );
  app.setErrorHandler(async (error: FastifyError, _request, reply) => {
    const now = clock.now();
    if (error instanceof BadSignature && door.isShutBy(now))
      log.warn('delivered events are refused for a minute');
    if (error instanceof BadSignature || (error.statusCode && error.statusCode < 500))
      return refuse(reply, now);
    log.error({ error: describeError(error) }, 'a delivered event could not be written down');
    return reply.code(503).send();
  });
  app.post('/', { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const now = clock.now();
    // Of another account than this database's nothing is written down; it comes again.
    if (door.isShut(now) || !billing.arePaymentsOpen()) return reply.code(503).send();
    const event = read({ raw: bytesOf(request), signature: signatureOf(request), now });
    if (event === 'not_ours') say('a delivered event was not for this portal', now);
    else if (await receive(event)) trigger();
    return reply.code(200).send();
  });
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (body instanceof Buffer ? body : Buffer.alloc(0));

function signatureOf({ headers }: FastifyRequest): string | undefined {
  const signature = headers['stripe-signature'];
  return typeof signature === 'string' ? signature : undefined;
}

/** Shuts for a minute after too many bad signatures in a minute. */
function signatureDoor() {
  let [minute, bad, shutUntil] = [0, 0, 0];
  return {
    isShut: (now: Date) => now.getTime() < shutUntil,
    /** counts one; whether it was the one too many */
    isShutBy(now: Date): boolean {
      const at = Math.floor(now.getTime() / MINUTE_MS);
      bad = at === minute ? bad + 1 : 1;
      minute = at;
      if (bad !== BAD_A_MINUTE) return false;
      shutUntil = now.getTime() + MINUTE_MS;
      return true;
    },
  };
}

/** What is asked for while it is being sent is sent once more afterwards; nobody waits for it. */
function oneAtATime(send: () => Promise<void>): () => void {
  let [isSending, isAsked] = [false, false];
  const go = async () => {
    [isSending, isAsked] = [true, false];
    // The job comes by every minute too.
    await send().catch(() => undefined);
    isSending = false;
    if (isAsked) void go();
  };
  return () => {
    if (isSending) isAsked = true;
    else void go();
  };
}
