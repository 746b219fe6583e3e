import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { passesLuhn } from '#kit/rules/luhn.ts';
import type { AppContext } from '#server/app-context.ts';
import { serverRefusals } from './server.refusals.ts';

/** Refused before validation, so no answer or log repeats the number (S15). */
export function refuseRawNumbers(scope: FastifyInstance, { billing }: Pick<AppContext, 'billing'>): void {
  if (billing.gateway.caps.fields === 'ours') return;
  scope.addHook('preValidation', async (request) => {
    if (holdsRawNumber(request.body)) throw new Refusal(serverRefusals.raw_number);
  });
}

const OF_FORMS: Readonly<Record<string, string>> = { cc: 'number', ach: 'account_number' };

/** Finds a card or account number in our forms, and a card number anywhere. */
export function holdsRawNumber(value: unknown): boolean {
  if (typeof value === 'string') return holdsCardNumber(value);
  if (typeof value === 'number') return holdsCardNumber(String(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => {
    const typed: unknown = OF_FORMS[name] && Object.hasOwn(Object(inner), OF_FORMS[name]) ? inner : undefined;
    return typed !== undefined || holdsRawNumber(inner);
  });
}

// People type spaces and dashes. A run inside letters belongs to a hash or id.
const RUN = /(?<![0-9A-Za-z])\d(?:[ -]?\d){12,18}(?![0-9A-Za-z])/g;

const holdsCardNumber = (text: string): boolean =>
  (text.match(RUN) ?? []).some((run) => passesLuhn(run.replaceAll(/[ -]/g, '')));
