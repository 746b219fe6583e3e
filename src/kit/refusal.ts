/** The HTTP statuses of refusals (C5). */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 503;

/** A kind of expected refusal: a stable code, the status, and the sentence for people. */
export type RefusalKind<Data = unknown> = {
  readonly code: string;
  readonly status: RefusalStatus;
  readonly say: (data: Data) => string;
};

export type FieldErrors = Record<string, string[]>;

type RefusalExtras<Data> = {
  data?: Data;
  /** sentences by the wire names of the wrong fields */
  field_errors?: FieldErrors;
  /** data for the client to go on, for example the new quote of a 409 */
  items?: unknown[];
  /** sent as `data`, for a client going on without a person */
  told?: Record<string, string | number>;
  retry_after_s?: number;
};

/**
 * An expected "no": thrown by rules and services, turned into an answer at the edge. Errors of the programmer
 * are no refusals; see invariant.ts.
 */
export class Refusal<Data = unknown> extends Error {
  readonly kind: RefusalKind<Data>;
  readonly extras: RefusalExtras<Data>;

  constructor(kind: RefusalKind<Data>, extras: RefusalExtras<Data> = {}) {
    super(kind.code);
    this.name = 'Refusal';
    this.kind = kind;
    this.extras = extras;
  }

  /** The sentences for `errors` of the envelope; for wrong fields, their sentences. */
  get sentences(): string[] {
    const { data, retry_after_s } = this.extras;
    // A refusal with a wait names the wait in the header and in the sentence.
    const waiting = retry_after_s === undefined ? undefined : { retry_after_s };
    const ofFields = Object.values(this.extras.field_errors ?? {}).flat();
    return ofFields.length > 0 ? ofFields : [this.kind.say((data ?? waiting) as Data)];
  }
}

/** Declares the refusals of a module; the key is the code. */
export function refusals<
  const K extends Record<string, { status: RefusalStatus; say: (data: never) => string }>,
>(kinds: K): { [C in keyof K]: RefusalKind<Parameters<K[C]['say']>[0]> } {
  return Object.fromEntries(Object.entries(kinds).map(([code, kind]) => [code, { code, ...kind }])) as never;
}

/** A refusal shown under a field, by wire name (C5). */
export function refuseField<Data>(
  kind: RefusalKind<Data>,
  field: string,
  ...[data]: undefined extends Data ? [] : [Data]
): Refusal<Data> {
  return new Refusal(kind, { data, field_errors: { [field]: [kind.say(data as Data)] } });
}
