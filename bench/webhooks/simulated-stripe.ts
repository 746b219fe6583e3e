/** The Stripe that bench:webhooks' portal reads at, in a process of its own. */
import { startStripe } from '#tests/simulators/stripe/http.ts';

const { origin } = await startStripe({ now: new Date() });
console.log(`is ready at ${origin}`);
