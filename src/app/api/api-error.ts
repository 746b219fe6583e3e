import { m } from '#i18n/messages.js';
import type { FieldErrors } from '#kit/refusal.ts';
import { PartMissing } from '#app/shell/load-route-module.ts';

export type FailureData = {
  success: false;
  errors: string[];
  field_errors?: FieldErrors;
  items?: unknown[];
  /** facts for an automatic next step of the client */
  data?: Record<string, string | number>;
  /** the errors in the original shape, because some texts depend on the shape (contracts.md §8) */
  said?: unknown;
};

/**
 * An error whose message is a sentence for people. Messages of other errors name inner things, and no page
 * shows them (MD4).
 */
export class ReadableError extends Error {}

/** A refusal of the server, with the sentences of the server (accounts.md §8). */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly data: FailureData;

  constructor(status: number, statusText: string, data: FailureData) {
    super(data.errors[0] ?? m.shell_request_failed({ n: status }));
    this.name = 'ApiError';
    this.status = status;
    this.statusText = statusText;
    this.data = data;
  }
}

function asSentences(value: unknown): string[] {
  if (typeof value === 'string') return value ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(asSentences);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(asSentences);
  return [];
}

/** An object of errors is keyed by the wrong field (contracts.md §8). */
function errorsByKey(said: unknown): FieldErrors | undefined {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return undefined;
  return Object.fromEntries(Object.entries(said).map(([key, value]) => [key, asSentences(value)]));
}

const fieldsOf = (body: unknown) =>
  (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;

/** `errors`, `error` or `message` (accounts.md §8), or `del_errors`. */
const saidIn = (given: Record<string, unknown>) =>
  given.del_errors ?? given.errors ?? given.error ?? given.message;

export const hasErrors = (body: unknown): boolean => saidIn(fieldsOf(body)) !== undefined;

export function normalizeFailure(status: number, body: unknown): FailureData {
  const given = fieldsOf(body);
  const said = saidIn(given);
  const errors = asSentences(said);
  return {
    success: false,
    errors: errors.length > 0 ? errors : [m.shell_request_failed({ n: status })],
    field_errors: (given.field_errors as FieldErrors | undefined) ?? errorsByKey(said),
    items: Array.isArray(given.items) ? given.items : undefined,
    data: given.data as FailureData['data'],
    said,
  };
}

/** The server is busy or failed; a later request may succeed. */
export const isPassingStatus = (status: number): boolean => status >= 500 || status === 429;

/** True for a call without an answer, or with an answer about the server's state only. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || isPassingStatus(error.status);

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

/** For places with room for a single sentence (contracts.md §8). */
export function firstSentenceOf(error: unknown): string | undefined {
  return sentencesOf(error)[0];
}

export function sentencesOf(error: unknown): string[] {
  if (error instanceof ApiError) return error.data.errors;
  if (error instanceof PartMissing) return [error.isOld ? m.shell_part_old() : m.shell_part_missing()];
  if (error instanceof ReadableError) return [error.message];
  console.error(error);
  return [m.shell_unexpected()];
}
