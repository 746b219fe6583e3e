import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { requestRate } from '#platform/throttle/request-rate.ts';
import { networkOf } from '#platform/throttle/throttle.ts';
import type { AppContext } from '#server/app-context.ts';
import { bearerOf } from './guard.ts';
import { serverRefusals } from './server.refusals.ts';

type Check = (request: FastifyRequest) => Promise<void>;

/** A network may be a whole school's open evening. An invented token counts for the network too. */
export function requestLimits({ config, clock }: AppContext): Check {
  const ofNetwork = requestRate(config.requestsPerNetwork);
  const ofToken = requestRate(config.requestsPerToken);
  return async (request) => {
    const now = clock.now();
    const token = bearerOf(request);
    const waitS = ofNetwork(networkOf(request.ip), now) || (token ? ofToken(token, now) : 0);
    if (waitS > 0) throw new Refusal(serverRefusals.too_many_requests, { retry_after_s: waitS });
  };
}

/**
 * A form on a foreign page can send an upload without a preflight, but no header of choice, and no JSON. So
 * an upload needs `X-Requested-With`, as every call of our pages has.
 */
export const refuseForeignUpload: Check = async (request) => {
  const isUpload = request.headers['content-type']?.toLowerCase().startsWith('multipart/');
  if (isUpload && !request.headers['x-requested-with']) throw new Refusal(serverRefusals.not_from_our_pages);
};

export function guardAllCalls(scope: FastifyInstance, limits: Check): void {
  // A load balancer checks health every second. Each login that is shown is looked up, so it counts.
  scope.addHook('onRequest', async (request) => {
    const isProbe = request.routeOptions.url === '/api/health' && !request.headers.authorization;
    if (!isProbe) await limits(request);
  });
  scope.addHook('onRequest', refuseForeignUpload);
}
