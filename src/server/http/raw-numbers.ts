import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { passesLuhn } from '#kit/rules/luhn.ts';
import type { AppContext } from '#server/app-context.ts';
import { serverRefusals } from './server.refusals.ts';

/**
 * Where numbers are typed into the processor's own fields, none is taken here: a body that carries one is
 * refused before it is checked, so that it is neither kept nor repeated in an answer or a log.
 * Source: S15
 */
export function refuseRawNumbers(scope: FastifyInstance, { billing }: Pick<AppContext, 'billing'>): void {
  if (billing.gateway.caps.fields === 'ours') return;
  scope.addHook('preValidation', async (request) => {
    if (holdsRawNumber(request.body)) throw new Refusal(serverRefusals.raw_number);
  });
}

const OF_FORMS: Readonly<Record<string, string>> = { cc: 'number', ach: 'account_number' };

/** Whether a body has the number of a card or an account in it, in our forms or anywhere else. */
export function holdsRawNumber(value: unknown): boolean {
  if (typeof value === 'string') return holdsCardNumber(value);
  if (typeof value === 'number') return holdsCardNumber(String(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => {
    const typed: unknown = OF_FORMS[name] && Object.hasOwn(Object(inner), OF_FORMS[name]) ? inner : undefined;
    return typed !== undefined || holdsRawNumber(inner);
  });
}

// Spaces and dashes are for people. A run inside of letters is part of a hash or an id.
const RUN = /(?<![0-9A-Za-z])\d(?:[ -]?\d){12,18}(?![0-9A-Za-z])/g;

const holdsCardNumber = (text: string): boolean =>
  (text.match(RUN) ?? []).some((run) => passesLuhn(run.replaceAll(/[ -]/g, '')));
