import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#kit/durations.ts';
import { deliveredEvents } from '#modules/billing/processor-events/receive-events.service.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import type { ReadDelivery } from '#platform/payments/delivered-event.ts';
import { BadSignature } from '#platform/payments/stripe/events.ts';
import { countedLines } from '#platform/throttle/counted-lines.ts';

export const DELIVERIES_PATH = '/api/webhooks/stripe';

const BODY_LIMIT_BYTES = 512_000;

/** More than a mistake: the sender keeps the portal busy with signatures. */
const BAD_A_MINUTE = 100;

/**
 * `POST /api/webhooks/stripe`: saves the id and object of an event for a later reading; the rest of the body
 * is neither believed nor kept. Without a 200, Stripe sends the event again. Other senders get a bare 400.
 * Source: S19, decision 82
 */
export function takeDeliveredEvents(app: FastifyInstance, read: ReadDelivery): void {
  const { billing, clock, log } = app.context;
  const receive = deliveredEvents(billing);
  const door = signatureDoor();
  const trigger = oneAtATime(() => app.context.triggerJob('billing.events'));
  const warn = countedWarnings(log);
  takeExactBytes(app);
  app.setErrorHandler(async (error: FastifyError, _request, reply) =>
    reply.code(statusOf(error, { log, door, warn, now: clock.now() })).send(),
  );
  app.post('/', { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const now = clock.now();
    // Events of another account than the database's are not saved; the processor sends them again.
    if (door.isShut(now) || !billing.arePaymentsOpen()) return reply.code(503).send();
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

type Watch = { log: Log; door: ReturnType<typeof signatureDoor>; warn: Warn; now: Date };

function statusOf(error: FastifyError, { log, door, warn, now }: Watch): 400 | 503 {
  const isUnsigned = error instanceof BadSignature;
  if (isUnsigned && door.isShutBy(now)) log.warn('delivered events are refused for a minute');
  if (isUnsigned || (error.statusCode && error.statusCode < 500)) {
    warn('a delivered event was not signed by the processor', now);
    return 400;
  }
  log.error({ error: describeError(error) }, 'a delivered event could not be written down');
  return 503;
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (body instanceof Buffer ? body : Buffer.alloc(0));

function signatureOf({ headers }: FastifyRequest): string | undefined {
  const signature = headers['stripe-signature'];
  return typeof signature === 'string' ? signature : undefined;
}

function signatureDoor() {
  let [minute, bad, shutUntil] = [0, 0, 0];
  return {
    isShut: (now: Date) => now.getTime() < shutUntil,
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
