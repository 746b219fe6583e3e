import { m } from '#i18n/messages.js';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';

/** What a family reads of an entry that failed: the server's sentences, or that no answer came. */
export const whyNotEntered = (error: unknown): string =>
  error instanceof ApiError ? sentencesOf(error).join(' ') : m.contract_fields_no_answer();
