/** The HTTP statuses that a refusal may carry (C5). */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 503;

/** One kind of expected refusal: a stable code, its status, and the sentence that a person reads. */
export type RefusalKind<Data = unknown> = {
  readonly code: string;
  readonly status: RefusalStatus;
  readonly say: (data: Data) => string;
};

export type FieldErrors = Record<string, string[]>;

type RefusalExtras<Data> = {
  /** what the sentence needs */
  data?: Data;
  /** the wire names of the fields at fault, each with its sentences */
  field_errors?: FieldErrors;
  /** what the client needs to go on, for example the new quote of a 409 */
  items?: unknown[];
  /** what the answer carries as `data`, for a client that goes on by itself */
  told?: Record<string, string | number>;
  /** seconds to wait, for a 429 */
  retry_after_s?: number;
};

/**
 * An expected "no": thrown by rules and services, turned into an answer at the edge.
 * Programmer errors are no refusals; see invariant.ts.
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

  /** The sentences for `errors` of the envelope; a refusal of fields says theirs. */
  get sentences(): string[] {
    const { data, retry_after_s } = this.extras;
    // A refusal that asks to wait says how long, in its header and in its sentence.
    const waiting = retry_after_s === undefined ? undefined : { retry_after_s };
    const ofFields = Object.values(this.extras.field_errors ?? {}).flat();
    return ofFields.length > 0 ? ofFields : [this.kind.say((data ?? waiting) as Data)];
  }
}

/** Declares a module's refusals; the key is the code. */
export function refusals<
  const K extends Record<string, { status: RefusalStatus; say: (data: never) => string }>,
>(kinds: K): { [C in keyof K]: RefusalKind<Parameters<K[C]['say']>[0]> } {
  return Object.fromEntries(Object.entries(kinds).map(([code, kind]) => [code, { code, ...kind }])) as never;
}

/** A refusal that stands under the field at fault, by its wire name (C5). */
export function refuseField<Data>(
  kind: RefusalKind<Data>,
  field: string,
  ...[data]: undefined extends Data ? [] : [Data]
): Refusal<Data> {
  return new Refusal(kind, { data, field_errors: { [field]: [kind.say(data as Data)] } });
}
