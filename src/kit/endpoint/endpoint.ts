import { z } from 'zod';
import type { FieldsOf } from './field-labels.ts';
import type { RefusalKind } from '#kit/refusal.ts';
import type { Right } from './right.ts';

/** The callers allowed: anyone, any account, or staff with a right (OF8.2). */
export type Guard = 'anyone' | 'account' | { readonly right: Right };

/**
 * Permissions of staff impersonating a parent (U). By default a read is free and every write leaves a row in
 * the audit log. `recorded`: a read leaving a row, since a child is shown. `refused`: for the parent only.
 * `own_row`: the call writes a row of its own.
 */
export type WhileImpersonating = 'recorded' | 'refused' | 'own_row';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * A call of the API, declared once. Routes, the typed client, validation on both sides and /api/openapi.json
 * use this declaration.
 * `path` is below /api, in colon form; a part ending in `?` and everything after may be left out
 * (`/route/read/all/:period_program_id/:active?`).
 */
export type EndpointDefinition = {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: string;
  readonly guard: Guard;
  readonly impersonation?: WhileImpersonating;
  /**
   * demands the password within the last five minutes, at the login or again (H2); `of_staff`: only from
   * staff who impersonate a parent (MH19)
   */
  readonly proof?: 'recent' | 'of_staff';
  /**
   * while visitors wait for their turn: `none` is answered at once, for reading or ending a session (H21);
   * `login` has separate places beside the line (MH5)
   */
  readonly turn?: 'none' | 'login';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType | 'multipart';
  /** the owner of the fields of the body, if labels differ by owner */
  readonly fieldsOf?: FieldsOf;
  /** the shape of an item; `none` answers `{success: true}` alone */
  readonly item: z.ZodType | 'none';
  readonly refusals: readonly RefusalKind<never>[];
  /**
   * the answer lists families, applicants or staff: each answer leaves a row in the audit log (MH15). Each
   * item is a row, or the only item is a page with `rows`.
   */
  readonly isOfPeople?: boolean;
  /**
   * answers staff who preview a season as that season on another day, and writes nothing for them; every
   * other call refuses the headers of a preview (SE7.2)
   */
  readonly preview?: 'read';
  /**
   * the actions that the call leaves in the audit log if staff call it, beside `list.read` of people (HE2.2):
   * of each write, each read of a child's care text or photo, and each file
   */
  readonly audits?: readonly string[];
  /** body fields never logged, echoed or kept, as dotted paths */
  readonly secrets?: readonly string[];
  /** a second name of `errors` for the client of this call, by the specification */
  readonly errorsAlsoAs?: 'del_errors';
};

export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D;

export function endpoint<const D extends EndpointDefinition>(definition: D): D {
  return definition;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
type Loose<T> = Omit<T, OptionalKeys<T>> & Partial<Pick<T, OptionalKeys<T>>>;

export type Received<D extends EndpointDefinition> = {
  params: OutputOf<D['params']>;
  query: OutputOf<D['query']>;
  headers: OutputOf<D['headers']>;
  body: OutputOf<D['body']>;
};

export type Sent<D extends EndpointDefinition> = Loose<{
  params: InputOf<D['params']>;
  query: InputOf<D['query']>;
  headers: InputOf<D['headers']>;
  body: D['body'] extends 'multipart' ? FormData : InputOf<D['body']>;
}>;

/** The items from a handler, before the schema cuts them to shape. */
export type Items<D extends EndpointDefinition> = D['item'] extends z.ZodType ? z.input<D['item']>[] : void;

export type Answered<D extends EndpointDefinition> = D['item'] extends z.ZodType
  ? z.output<D['item']>[]
  : undefined;

export const failureShape = z.object({
  success: z.literal(false),
  errors: z.array(z.string()),
  field_errors: z.record(z.string(), z.array(z.string())).optional(),
  items: z.array(z.unknown()).optional(),
  /** data for a client going on without a person, as with `payment_action_required` */
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** equal to `errors`, for the call making a payment method the default (contracts.md §7) */
  del_errors: z.array(z.string()).optional(),
});

export type Failure = z.output<typeof failureShape>;

/** The success envelope of a call (C5). */
export function successShape(definition: EndpointDefinition): z.ZodType {
  return definition.item === 'none'
    ? z.object({ success: z.literal(true) })
    : z.object({ success: z.literal(true), items: z.array(definition.item) });
}
