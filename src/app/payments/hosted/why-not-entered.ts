import { m } from '#i18n/messages.js';
import { ApiError, sentencesOf } from '#app/api/api-error.ts';

export const whyNotEntered = (error: unknown): string =>
  error instanceof ApiError ? sentencesOf(error).join(' ') : m.contract_fields_no_answer();
