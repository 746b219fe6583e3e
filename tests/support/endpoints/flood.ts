import type { LightMyRequestResponse } from 'fastify';
import { failureShape, type EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Players, PlayerFamily } from './players.ts';
import { fieldsOf } from './endpoint-fields.ts';
import { generatedCall, type Generated } from './generated-calls.ts';
import { samples } from './samples.ts';
import { type Sent, type CallSample } from './sample.ts';
import { chanceOf } from '#kit/seeded-chance.ts';

type Plan = {
  seed: number;
  count: number;
  endpoints: readonly EndpointDefinition[];
  known?: Record<string, CallSample>;
  workers?: number;
};

export type FloodReport = {
  sent: number;
  statuses: Record<number, number>;
  byEndpoint: Record<string, number>;
  failures: string[];
};

const FAILURES_MAX = 20;
const CALLS_OF_FAMILY = 500;
const ENDS_THE_SESSION = ['logout', 'resetPassword', 'deleteAccount', 'endSessions'];

/**
 * A clock of the rehearsal that stays where it is when staff move it: after a move, the other calls would
 * find every payment term over.
 */
export const IDLE_REQUESTS: Pick<AppContext, 'rehearsal'> = {
  rehearsal: { clockMoved: async () => undefined, runDueJobs: async () => undefined },
};

/** Rows that a call is counting in are left: the order of their locks is the call's. */
const FORGET_ATTEMPTS = `delete from attempt_counters where ctid in (
  select ctid from attempt_counters for update skip locked)`;

/**
 * Sends generated calls to every endpoint, some to each however few there are in all, and looks at every
 * answer: no 5xx, and each refusal in the envelope, with the names of the fields at fault.
 */
export async function flood(
  cast: Players,
  { seed, count, endpoints, known = samples, workers = 8 }: Plan,
): Promise<FloodReport> {
  const result: FloodReport = { sent: 0, statuses: {}, byEndpoint: {}, failures: [] };
  // Whoever has many fields can be wrong in many ways.
  const tickets = endpoints.flatMap((definition) =>
    Array.from({ length: 1 + Math.min(12, fieldsOf(definition).length) }, () => definition),
  );
  let next = 0;

  async function work(): Promise<void> {
    let [family, sentOf, calls] = [await cast.aFamily(), new Map<string, Sent>(), 0];
    while (next < count && result.failures.length < FAILURES_MAX) {
      const at = (next += 1) - 1;
      const definition = at < endpoints.length ? endpoints[at]! : chanceOf(seed + at).oneOf(tickets);
      if ((calls += 1) % 20 === 0) await cast.shop.context.database.pool.query(FORGET_ATTEMPTS);
      const sample = known[definition.name]!;
      if (!sentOf.has(definition.name)) sentOf.set(definition.name, await sample.send(family, cast));
      const generated = generatedCall(
        seed * 1_000_003 + at,
        definition,
        sentOf.get(definition.name)!,
        tokenFor(definition, family, cast),
      );
      const answer = await cast.shop.app.inject(generated.request);
      note(result, { definition, generated, answer, where: `SEED=${seed} call ${at}` });
      // What a call has taken away is there again for the next.
      if (answer.statusCode === 200 && definition.method !== 'GET') sentOf.delete(definition.name);
      const isOver = answer.statusCode === 200 && ENDS_THE_SESSION.includes(definition.name);
      if (isOver || calls % CALLS_OF_FAMILY === 0) [family, sentOf] = [await cast.aFamily(), new Map()];
    }
  }
  await Promise.all(Array.from({ length: workers }, work));
  return result;
}

const tokenFor = ({ guard }: EndpointDefinition, family: PlayerFamily, cast: Players) =>
  guard === 'anyone' ? undefined : (typeof guard === 'object' ? cast.staff : family).tokens.access_token;

type Noted = {
  definition: EndpointDefinition;
  generated: Generated;
  answer: LightMyRequestResponse;
  where: string;
};

function note(result: FloodReport, { definition, generated, answer, where }: Noted): void {
  result.sent += 1;
  result.statuses[answer.statusCode] = (result.statuses[answer.statusCode] ?? 0) + 1;
  result.byEndpoint[definition.name] = (result.byEndpoint[definition.name] ?? 0) + 1;
  const wrong = faultOf(definition, generated, answer);
  if (!wrong) return;
  const { url, payload } = generated.request;
  result.failures.push(
    `${where} ${definition.name}: ${wrong}\n  ${definition.method} ${String(url).slice(0, 200)} ` +
      `${JSON.stringify(payload)?.slice(0, 500)}\n  ${answer.body.slice(0, 300)}`,
  );
}

const INSIDES =
  /\bat \S+ \(|\.ts:\d|node_modules|\b(select|insert into|update) "|syntax error|ECONN|undefined|\[object /;

function faultOf(
  definition: EndpointDefinition,
  { sent, request }: Generated,
  answer: LightMyRequestResponse,
): string | undefined {
  const { statusCode } = answer;
  if (statusCode >= 500) return `answered ${statusCode}`;
  if (statusCode < 400) return undefined;
  if (!String(answer.headers['content-type']).startsWith('application/json'))
    return 'refused outside the envelope';
  const failure = failureShape.strict().safeParse(answer.json());
  if (
    !failure.success ||
    failure.data.errors.length === 0 ||
    failure.data.errors.some((sentence) => sentence.trim() === '')
  )
    return 'refused outside the envelope';
  if (INSIDES.test(failure.data.errors.join())) return 'shows its insides';
  const { field_errors = {} } = failure.data;
  const meant = { ...sent, body: bodyOf(request.payload, sent.body) };
  if (statusCode === 422 && isWrongByItself(definition, meant) && Object.keys(field_errors).length === 0)
    return 'names no field';
  return Object.keys(field_errors).some((name) => name === '') ? 'names a field without a name' : undefined;
}

/** The body as it was sent: a text that was spoiled may say something else than was meant, or nothing. */
function bodyOf(payload: unknown, meant: unknown): unknown {
  if (typeof payload !== 'string') return meant;
  try {
    return JSON.parse(payload);
  } catch {
    return meant;
  }
}

/** Whether the declaration alone refuses it, as far as that can be told from what was meant to be sent. */
function isWrongByItself({ body, query }: EndpointDefinition, sent: Sent): boolean {
  const isBodyWrong = body !== undefined && body !== 'multipart' && !body.safeParse(sent.body ?? {}).success;
  return isBodyWrong || (query !== undefined && !query.safeParse(sent.query ?? {}).success);
}
