/** Loaded before a portal that a bench starts: so many questions a second it may ask Stripe. */
import { LIMITS_OF_MODE } from '#platform/payments/stripe/limiter.ts';

const limit = Number(process.env.BENCH_LIMIT);
Object.assign(LIMITS_OF_MODE.test, { ofEndpoint: limit, overall: limit });
