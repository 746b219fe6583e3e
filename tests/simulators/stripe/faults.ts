import type { Request } from './checks.ts';
import type { Answer } from './keys.ts';

/*
 * Bad luck on the line and at Stripe. A fault is drawn for a call; some come before the call is executed,
 * some after, and a caller cannot tell which.
 */

const SAID = {
  error_500_unsaved: [500, { type: 'api_error', message: 'An unknown error occurred.' }],
  error_503: [503, { type: 'api_error', message: 'Stripe is unavailable.' }],
  rate_limit: [429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }],
  lock_timeout: [
    429,
    { type: 'invalid_request_error', code: 'lock_timeout', message: 'The object is locked.' },
  ],
  key_in_use: [409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' }],
  idempotency: [400, { type: 'idempotency_error', message: 'Keys for idempotent requests differ.' }],
  key_rolled: [401, { type: 'invalid_request_error', code: 'api_key_expired', message: 'Expired API Key.' }],
  key_restricted: [403, { type: 'invalid_request_error', message: 'The key lacks a permission.' }],
} as const;

/** Nothing was executed. */
export const BEFORE = [
  ...(Object.keys(SAID) as (keyof typeof SAID)[]),
  ...(['drop_before', 'silence_before', 'html_502'] as const),
];

type Said = readonly [status: number, body: string, type?: string];

/** Answers of whoever stands between, or of nobody: a yes or no in them is none. */
const INSTEAD = {
  html_200: [200, '<html><body>Sign in to the network</body></html>', 'text/html'],
  null_200: [200, 'null'],
  list_200: [200, '[]'],
  text_200: [200, '"succeeded"'],
  decline_200: [200, '{"error":{"type":"card_error","code":"card_declined"}}'],
  decline_500: [500, '{"error":{"type":"card_error","code":"card_declined"}}'],
  bare_402: [402, '{}'],
  other_402: [402, '{"error":{"type":"api_error","message":"No payment has come from you."}}'],
  html_403: [403, '<html><body>Forbidden</body></html>', 'text/html'],
  html_404: [404, '<html><body>Not Found</body></html>', 'text/html'],
  bare_400: [400, '{}'],
  redirect: [302, ''],
} as const satisfies Record<string, Said>;

/** The call was executed, and its answer did not come, or was not what it should be. */
export const AFTER = [
  ...(Object.keys(INSTEAD) as (keyof typeof INSTEAD)[]),
  'drop_after',
  'silence_after',
  'half_body',
  'empty_200',
  'bare_404',
  'error_500_saved',
  'wrong_object',
  'wrong_amount',
  'other_mode',
  'altered',
] as const;

export type FaultKind = (typeof BEFORE)[number] | (typeof AFTER)[number];

export type Fault = {
  kind: FaultKind;
  /** how often; without it and without `until`, once */
  times?: number;
  /** how often for each idempotency key, for calls that are made side by side */
  timesEachKey?: number;
  /** as long as the simulator's clock shows less, in seconds */
  until?: number;
  /** only each so-many-th of them; every one where it is left out */
  every?: number;
  /** how an `altered` answer differs: another status, another customer, a field left out */
  alter?: (body: Record<string, unknown>) => object;
  /** the status of an `altered` answer, if another */
  status?: number;
  /** which calls: part of `POST /v1/refunds` */
  calls?: string;
};

/** An answer, or none: the line is cut, at once or in the middle of the body, or stays silent. */
export type Reply = Answer | 'drop' | 'silence' | { halfOf: Answer };

type Planned = Fault & { left: number; seen: number; drawnFor: Map<string, number> };

export class Faults {
  private planned: Planned[] = [];

  plan(fault: Fault): void {
    const isBounded = fault.until === undefined && fault.timesEachKey === undefined;
    const left = isBounded ? (fault.times ?? 1) : Infinity;
    this.planned.push({ ...fault, left, seen: 0, drawnFor: new Map() });
  }

  clear(): void {
    this.planned = [];
  }

  draw({ verb, path, headers }: Request, now: number): Fault | undefined {
    this.planned = this.planned.filter(({ left, until = Infinity }) => left > 0 && now < until);
    const key = headers['idempotency-key'] ?? '';
    const named = this.planned.filter(
      ({ calls = '', timesEachKey = Infinity, drawnFor }) =>
        `${verb} ${path}`.includes(calls) && (drawnFor.get(key) ?? 0) < timesEachKey,
    );
    const drawn = named.find((fault) => (fault.seen += 1) % (fault.every ?? 1) === 0);
    if (!drawn) return undefined;
    drawn.left -= 1;
    drawn.drawnFor.set(key, (drawn.drawnFor.get(key) ?? 0) + 1);
    return drawn;
  }
}

const answerOf = (status: number, body: string, type: string = 'application/json'): Answer => ({
  status,
  headers: { 'content-type': type },
  body,
});

/** @returns what is answered in place of executing the call; undefined where it is executed */
export function replyBefore({ kind }: Partial<Fault>): Reply | undefined {
  if (kind === 'drop_before') return 'drop';
  if (kind === 'silence_before') return 'silence';
  if (kind === 'html_502') return answerOf(502, '<html><body>502 Bad Gateway</body></html>', 'text/html');
  const said = Object.entries(SAID).find(([name]) => name === kind)?.[1];
  if (!said) return undefined;
  const answer = answerOf(said[0], JSON.stringify({ error: said[1] }));
  return { ...answer, headers: { ...answer.headers, 'request-id': 'req_refused' } };
}

/** @returns what becomes of the answer of an executed call on its way */
export function replyAfter({ kind, alter, status }: Partial<Fault>, answer: Answer): Reply {
  if (kind === 'altered' && alter) return { ...changed(answer, alter), status: status ?? answer.status };
  if (kind === 'drop_after') return 'drop';
  if (kind === 'silence_after') return 'silence';
  if (kind === 'half_body') return { halfOf: answer };
  const instead: Said | undefined = Object.entries(INSTEAD).find(([name]) => name === kind)?.[1];
  if (instead) return answerOf(...instead);
  if (kind === 'empty_200') return answerOf(200, '');
  if (kind === 'bare_404') return answerOf(404, '{}');
  if (kind === 'wrong_object') return changed(answer, () => ({ object: 'thing' }));
  if (kind === 'other_mode') return changed(answer, () => ({ livemode: true }));
  if (kind === 'wrong_amount') return changed(answer, ({ amount }) => ({ amount: Number(amount) + 1 }));
  return answer;
}

function changed(answer: Answer, change: (body: Record<string, unknown>) => object): Answer {
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  return { ...answer, body: JSON.stringify({ ...body, ...change(body) }) };
}
