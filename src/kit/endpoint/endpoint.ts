import { z } from 'zod';
import type { FieldsOf } from './field-labels.ts';
import type { RefusalKind } from '#kit/refusal.ts';

/** Who may call: anyone, anyone signed in, staff (admin and super admin), or super admins alone. */
export type Guard = 'anyone' | 'account' | 'staff' | 'super_admin';

/**
 * What staff who look through a parent's eyes may do with a call (U). Without a word here a read is free and
 * every write leaves a row in the audit log; `recorded` is a read that leaves one too, because it shows a
 * child; `refused` is for the parent only; `ends` ends the impersonation, which writes its own row.
 */
export type WhileImpersonating = 'recorded' | 'refused' | 'ends';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the API, declared once. Routes, the typed client, validation on both sides and
 * /api/openapi.json all come from this declaration.
 *
 * `path` is below /api, in colon form; a part that ends in `?` and everything after it may be left
 * out (`/route/read/all/:period_program_id/:active?`).
 */
export type EndpointDefinition = {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: string;
  readonly guard: Guard;
  readonly impersonation?: WhileImpersonating;
  /** wants the password from the last five minutes, at the login or given again (H2) */
  readonly proof?: 'recent';
  /**
   * while visitors wait for their turn: `none` is answered at once, as it says who is here or ends a session
   * (H21); `login` has places of its own beside the line (MH5)
   */
  readonly turn?: 'none' | 'login';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType | 'multipart';
  /** whose fields the body has, where it matters for their labels */
  readonly fieldsOf?: FieldsOf;
  /** the shape of one item; `none` answers `{success: true}` alone */
  readonly item: z.ZodType | 'none';
  readonly refusals: readonly RefusalKind<never>[];
  /** body fields that must never be logged, echoed or kept, as dotted paths */
  readonly secrets?: readonly string[];
  /** the other name under which the specification has this call's client look for `errors` */
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

/** What a handler receives, already checked. */
export type Received<D extends EndpointDefinition> = {
  params: OutputOf<D['params']>;
  query: OutputOf<D['query']>;
  headers: OutputOf<D['headers']>;
  body: OutputOf<D['body']>;
};

/** What a client sends. */
export type Sent<D extends EndpointDefinition> = Loose<{
  params: InputOf<D['params']>;
  query: InputOf<D['query']>;
  headers: InputOf<D['headers']>;
  body: D['body'] extends 'multipart' ? FormData : InputOf<D['body']>;
}>;

/** What a handler returns: the items, before their schema has cut them to shape. */
export type Items<D extends EndpointDefinition> = D['item'] extends z.ZodType ? z.input<D['item']>[] : void;

/** What a client gets back. */
export type Answered<D extends EndpointDefinition> = D['item'] extends z.ZodType
  ? z.output<D['item']>[]
  : undefined;

export const failureShape = z.object({
  success: z.literal(false),
  errors: z.array(z.string()),
  field_errors: z.record(z.string(), z.array(z.string())).optional(),
  items: z.array(z.unknown()).optional(),
  /** what a client needs to go on by itself, as `payment_action_required` says it */
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /**
   * the same sentences as `errors`, for the call that makes a payment method the default (contracts.md §7)
   */
  del_errors: z.array(z.string()).optional(),
});

export type Failure = z.output<typeof failureShape>;

/** The success envelope of a call (C5). */
export function successShape(definition: EndpointDefinition): z.ZodType {
  return definition.item === 'none'
    ? z.object({ success: z.literal(true) })
    : z.object({ success: z.literal(true), items: z.array(definition.item) });
}
