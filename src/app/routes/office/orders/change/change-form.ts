import { m } from '#i18n/messages.js';
import { cents, formatMoney, type Cents } from '#kit/money.ts';
import { pick } from '#kit/pick.ts';
import { formatDate, laterDay, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import type { OrderAmendments } from '#modules/orders/amendments/amendments.contract.ts';
import type { AmendmentRequest } from '#modules/orders/amendments/amendment-request.contract.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';

/** As typed; an id is a text, blank for none. */
export type ChangeForm = {
  contract: {
    program_id: string;
    route_id: string;
    payment_term_id: string;
    addon_ids: string[];
    route_discounts: string;
    contract_number: string;
    grade_id: string;
    pickup_north: string;
    pickup_cross: string;
    special_request: string;
  };
  student: boolean;
  counts_from: string;
  prices_of: AmendmentRequest['prices_of'];
  share: AmendmentRequest['share'];
  fee_cents: string;
  fee_reason: string;
  more: { how: AmendmentRequest['more']['how']; pay_on: string };
  less: { first: AmendmentRequest['less']['first']; way: AmendmentRequest['less']['way']; reference: string };
  schedule: AmendmentRequest['schedule'];
  agree_by: AmendmentRequest['agree_by'];
  reason: string;
};

type Selection = OrderAmendments['in_force']['contract'];
type Program = OrderAmendments['programs'][number];
export type Line = Program['lines'][number];

const text = (id: number | null | undefined) => (id ? String(id) : '');
export const dollars = (amount: Cents) => formatMoney(amount).replace('$', '');

export const formOf = (
  basis: OrderAmendments,
  selection: Selection = basis.in_force.contract,
  takesStudent = false,
): ChangeForm => ({
  contract: {
    program_id: text(selection.program_id),
    route_id: text(selection.route_id),
    payment_term_id: text(selection.payment_term_id),
    addon_ids: selection.addon_ids.map(String),
    route_discounts: text(selection.route_discounts[0]?.id),
    contract_number: selection.route_discounts[0]?.contract_number ?? '',
    grade_id: text(selection.grade_id),
    pickup_north: selection.pickup_north ?? '',
    pickup_cross: selection.pickup_cross ?? '',
    special_request: selection.special_request ?? '',
  },
  student: takesStudent,
  counts_from: formatDate(basis.today),
  prices_of: 'signing',
  share: 'year',
  fee_cents: dollars(basis.change_fee_cents),
  fee_reason: '',
  more: { how: 'payment', pay_on: '' },
  less: { first: 'lower', way: 'processor', reference: '' },
  schedule: 'keep',
  agree_by: takesStudent ? 'none' : 'family',
  reason: takesStudent ? m.student_take_in_reason() : '',
});

type Asked = { request: AmendmentRequest; reason: string };

/**
 * What staff asked for in an amendment that came to nothing (OF9.2). A first day that has passed begins anew;
 * the reason of another fee was not kept, and is asked for again.
 */
export function formAgain(basis: OrderAmendments, { request, reason }: Asked): ChangeForm {
  const { contract, student, counts_from, fee_cents, more, less } = request;
  return {
    ...formOf(basis, contract),
    ...pick(request, ['prices_of', 'share', 'schedule', 'agree_by']),
    student: student === 'on_file' && basis.student_differs,
    counts_from: formatDate(laterDay(counts_from, basis.today)),
    fee_cents: dollars(cents(fee_cents)),
    more: { how: more.how, pay_on: more.pay_on ? formatDate(more.pay_on) : '' },
    less: { ...less, reference: less.reference ?? '' },
    reason,
  };
}

/** A discount of staff has no number of a sibling; the word stands in its place. */
const NO_NUMBER = '-';

/** A day or sum that cannot be read is sent as it is, and the server names the field. */
const day = (typed: string, blank: PlainDate | null): PlainDate | null =>
  typed.trim() === '' ? blank : (parseUsDate(typed.trim()) ?? (typed.trim() as PlainDate));

const fee = (typed: string, blank: Cents): number =>
  typed.trim() === '' ? blank : (typedAmount(typed) ?? NaN);

export function requestOf(basis: OrderAmendments, form: ChangeForm): AmendmentRequest {
  const { contract, more, less } = form;
  const discount = Number(contract.route_discounts);
  return {
    contract: {
      program_id: Number(contract.program_id),
      route_id: Number(contract.route_id),
      payment_term_id: Number(contract.payment_term_id),
      addon_ids: contract.addon_ids.map(Number),
      route_discounts: discount
        ? [{ id: discount, contract_number: contract.contract_number.trim() || NO_NUMBER }]
        : [],
      grade_id: contract.grade_id ? Number(contract.grade_id) : null,
      pickup_north: contract.pickup_north.trim() || null,
      pickup_cross: contract.pickup_cross.trim() || null,
      special_request: contract.special_request.trim() || null,
    },
    student: form.student ? 'on_file' : null,
    counts_from: day(form.counts_from, basis.today)!,
    prices_of: form.prices_of,
    share: form.share,
    fee_cents: fee(form.fee_cents, basis.change_fee_cents),
    fee_reason: form.fee_reason.trim() || null,
    more: { how: more.how, pay_on: day(more.pay_on, null) },
    less: { ...less, reference: less.reference.trim() || null },
    schedule: form.schedule,
    agree_by: form.agree_by,
  };
}

export const programOf = ({ programs }: OrderAmendments, id: string): Program | undefined =>
  programs.find((program) => String(program.id) === id);

export const lineOf = (
  basis: OrderAmendments,
  { program_id, route_id }: ChangeForm['contract'],
): Line | undefined => programOf(basis, program_id)?.lines.find(({ id }) => String(id) === route_id);

export const termsOf = ({ terms }: Line, prices_of: ChangeForm['prices_of']) =>
  terms.filter((term) => (prices_of === 'signing' ? term.at_signing : term.today));

/** The term most like the signed one: as many payments, else the first. */
export function likeliestTerm(
  line: Line,
  { prices_of }: Pick<ChangeForm, 'prices_of'>,
  payments: number,
): string {
  const terms = termsOf(line, prices_of);
  return text((terms.find((term) => term.payments === payments) ?? terms[0])?.id);
}

/** Another number of payments begins with a new schedule (OF5.4). */
export const likeliestSchedule = (
  line: Line | undefined,
  term_id: string,
  payments: number,
): ChangeForm['schedule'] => {
  const term = line?.terms.find(({ id }) => String(id) === term_id);
  return term && term.payments !== payments ? 'new' : 'keep';
};
