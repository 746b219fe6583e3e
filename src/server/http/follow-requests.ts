import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activities, type Activity } from '#platform/telemetry/activity.ts';

type Followed = { activity: Extract<Activity, { kind: 'request' }>; resume: (done: () => void) => void };

/** The name of a call, or the kind of address: a path may have an id. */
function nameOf({ routeOptions: { schema, url = '' } }: FastifyRequest): string {
  const { operationId } = (schema ?? {}) as { operationId?: string };
  if (operationId) return operationId;
  if (url.startsWith('/api/')) return 'other call';
  return url.startsWith('/storage/') ? 'file' : 'page';
}

/** Follows every request to its last byte, if somebody listens when the server is built. */
export function followRequests(app: FastifyInstance): void {
  if (!activities.hasSubscribers) return;
  const followed = new WeakMap<FastifyRequest, Followed>();
  app.addHook('onRequest', (request, _reply, done) => {
    const activity: Followed['activity'] = { kind: 'request', name: nameOf(request) };
    activities.start.runStores(activity, () => {
      followed.set(request, { activity, resume: AsyncLocalStorage.snapshot() });
      done();
    });
  });
  // A body arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const { resume } = followed.get(request)!;
    resume(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { activity } = followed.get(request)!;
    activity.status = reply.raw.statusCode;
    activities.asyncEnd.publish(activity);
    done();
  });
}
