import { Secret } from '#kit/secret.ts';
import type { RawBank, RawCard } from '#platform/payments/gateway.ts';
import { isByToken, type Bank, type ByToken, type Card } from './methods.contract.ts';
import type { PaymentTypeKey } from '#modules/billing/billing.contract.ts';
import { fullName } from '#kit/text/full-name.ts';

export type TypedInstrument = { cc: Card } | { ach: Omit<Bank, 'phone'> };

/** Numbers are wrapped as secrets against logging (PM). */
export function rawInstrument(typed: TypedInstrument): RawCard | RawBank {
  if ('cc' in typed) {
    const { number, name, exp_month, exp_year, ccid } = typed.cc;
    return { kind: 'card', number: new Secret(number), name, exp_month, exp_year, ccid: new Secret(ccid) };
  }
  const { first_name, last_name, routing_number, account_number, account_type } = typed.ach;
  return {
    kind: 'bank',
    first_name,
    last_name,
    routing_number,
    account_number: new Secret(account_number),
    account_type,
  };
}

export function holderOf(raw: RawCard | RawBank): string {
  return raw.kind === 'card' ? raw.name : fullName(raw);
}

export function paymentTypeOf(kind: 'card' | 'bank'): PaymentTypeKey {
  return kind === 'card' ? 'paymentTypeCreditCard' : 'paymentTypeAch';
}

export type MethodForm = TypedInstrument | { cc: ByToken } | { ach: ByToken };

export function entryIn(form: MethodForm): { kind: 'card' | 'bank'; token: string } | undefined {
  if ('cc' in form) return isByToken(form.cc) ? { kind: 'card', token: form.cc.token } : undefined;
  return isByToken(form.ach) ? { kind: 'bank', token: form.ach.token } : undefined;
}

/** Holds no secrets, but distinguishes cards and accounts. */
export function methodIdentity(typed: MethodForm): (string | number)[] {
  const entry = entryIn(typed);
  return entry ? ['entry', entry.token] : typedIdentity(typed as TypedInstrument);
}

function typedIdentity(typed: TypedInstrument): (string | number)[] {
  if ('cc' in typed)
    return ['card', typed.cc.type, typed.cc.number.slice(-4), typed.cc.exp_month, typed.cc.exp_year];
  return [
    'bank',
    typed.ach.routing_number.slice(-4),
    typed.ach.account_number.slice(-4),
    typed.ach.account_type,
  ];
}
