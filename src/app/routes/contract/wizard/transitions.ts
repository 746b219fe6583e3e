import { formatDate, isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import type { EnteredMethod } from '#modules/billing/methods/entries/entries.contract.ts';
import type { Bank, Card, PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import type { PaymentWay } from '#modules/catalog/catalog.contract.ts';
import type { Route } from '#modules/catalog/routes/routes.contract.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import type { PricedTerm } from '#modules/pricing/price-list.ts';
import type { Student } from '#modules/students/students.contract.ts';
import { emptyAddress } from '#app/addresses/address-form.ts';
import { blankGuardians, prefillGuardian, type Person } from '#app/students/student-form.ts';
import { openPaymentTypes } from './open-payment-types.ts';
import {
  emptyProgram,
  emptyStudent,
  type Draft,
  type ProgramDraft,
  type StudentDraft,
  type WizardPaymentType,
} from './draft.ts';

/** Answers with effects on other answers (contracts.md §4, W1, W3); all other answers are plain fields. */

const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];

function withProgram(draft: Draft, part: Partial<ProgramDraft>): Draft {
  return { ...draft, program: { ...draft.program, ...part } };
}

/** Another program clears grade, route, add-ons, term and acceptances (W3). */
export function chooseProgram(draft: Draft, id: number): Draft {
  if (draft.program.id === id) return draft;
  const { payment_type, is_payment_type_chosen, special_request } = draft.program;
  return {
    ...draft,
    isAccepted: false,
    program: { ...emptyProgram(), id, payment_type, is_payment_type_chosen, special_request },
  };
}

/** A return to the contract needs another acceptance (contracts.md §2). */
export const acceptAnew = (draft: Draft): Draft =>
  draft.isAccepted ? { ...draft, isAccepted: false } : draft;

/** A draft of another school, or of a program no longer sold, keeps only the student. */
export function keepKnownProgram(draft: Draft, soldIds: readonly number[]): Draft {
  const { id } = draft.program;
  return id === null || soldIds.includes(id)
    ? draft
    : { ...draft, isAccepted: false, program: emptyProgram() };
}

/** Another route clears add-ons, term and the consent to surge pricing; pickup streets stay. */
export function chooseRoute(draft: Draft, route: number | null): Draft {
  if (draft.program.route === route) return draft;
  return withProgram(draft, {
    route,
    addons: [],
    payment_term: null,
    payment_term_type_id: null,
    ended_term: null,
    is_surge_accepted: false,
    accepted_surge_hash: null,
  });
}

export function chooseTerm(draft: Draft, term: { id: number; payment_term_type_id: number }): Draft {
  const { id, payment_term_type_id } = term;
  return withProgram(draft, { payment_term: id, payment_term_type_id, ended_term: null });
}

type NamedTerm = { id: number; name: string };

/** An ended term leaves the draft by name, and the family reads the name (T7). */
export function dropEndedTerm(
  draft: Draft,
  { terms, offered }: { terms: readonly NamedTerm[]; offered: readonly NamedTerm[] },
): Draft {
  const { payment_term } = draft.program;
  if (payment_term === null || offered.some((term) => term.id === payment_term)) return draft;
  const ended_term = terms.find((term) => term.id === payment_term)?.name ?? null;
  return withProgram(draft, { payment_term: null, payment_term_type_id: null, ended_term });
}

export function endedBetween(terms: readonly PricedTerm[], then: PlainDate, today: PlainDate): PricedTerm[] {
  const still = offeredTerms(terms, today, false);
  return offeredTerms(terms, then, false).filter((term) => !still.includes(term));
}

export function toggleAddon(draft: Draft, id: number): Draft {
  const { addons } = draft.program;
  return withProgram(draft, {
    addons: addons.includes(id) ? addons.filter((addon) => addon !== id) : [...addons, id],
  });
}

export function setProgramField<K extends keyof ProgramDraft>(
  draft: Draft,
  field: K,
  value: ProgramDraft[K],
): Draft {
  return withProgram(draft, { [field]: value });
}

/** A typed number has no effect before the check. */
export function typeSiblingNumber(draft: Draft, number: string): Draft {
  return withProgram(draft, {
    second_student_contract_number: number,
    has_valid_second_student_contract_number: false,
  });
}

/** A number typed during the check is unchecked. */
export function siblingNumberValid(draft: Draft, checked: string): Draft {
  const isSame = draft.program.second_student_contract_number.trim() === checked;
  return isSame ? withProgram(draft, { has_valid_second_student_contract_number: true }) : draft;
}

export function clearSiblingNumber(draft: Draft): Draft {
  const { second_student_contract_number: number, has_valid_second_student_contract_number: isValid } =
    draft.program;
  return number === '' && !isValid ? draft : typeSiblingNumber(draft, '');
}

/**
 * A change of financial aid drops an unchecked number, because the number would block Checkout. A checked
 * number stays, without effect while aid is applied (B8).
 */
export function dropUncheckedNumber(draft: Draft): Draft {
  return draft.program.has_valid_second_student_contract_number ? draft : clearSiblingNumber(draft);
}

const isOfType = (type: WizardPaymentType) => (method: { type: WizardPaymentType }) => method.type === type;
export type OfferedMethod = { id: number; type: WizardPaymentType; method: PaymentMethod };

/**
 * The payment type by amounts and saved methods: none with nothing due; before a choice the newest method's
 * type, else ACH (W1). A missing saved method is dropped. A type closed today is replaced by the open type,
 * and typed values stay (MS2).
 * @param methods  the offered saved methods, newest first
 */
export function settlePaymentType(
  draft: Draft,
  principal_cents: number,
  methods: readonly OfferedMethod[],
  closed: readonly PaymentWay[] = [],
): Draft {
  const { program } = draft;
  if (principal_cents === 0) {
    const isSettled = program.payment_type === 'paymentTypeNone' && program.payment_method === null;
    return isSettled ? draft : withProgram(draft, { payment_type: 'paymentTypeNone', payment_method: null });
  }
  const isGone =
    program.payment_method !== null && !methods.some((offered) => offered.id === program.payment_method);
  const kept = isGone ? withProgram(draft, { payment_method: null }) : draft;
  const isKnown = program.payment_type !== 'paymentTypeNone' && program.is_payment_type_chosen;
  const openTypes = openPaymentTypes(closed);
  if (isKnown && (openTypes.length === 0 || openTypes.includes(program.payment_type))) return kept;
  const offered = methods.find(({ type }) => openTypes.includes(type));
  const payment_type = offered?.type ?? openTypes[0] ?? 'paymentTypeAch';
  if (payment_type === kept.program.payment_type) return kept;
  return withProgram(kept, { payment_type, ...(isKnown && { payment_method: null }) });
}

/** The open tab and the priced type are always the same (W1). */
export function choosePaymentType(draft: Draft, payment_type: WizardPaymentType): Draft {
  if (draft.program.payment_type === payment_type && draft.program.is_payment_type_chosen) return draft;
  return withProgram(draft, {
    payment_type,
    payment_method: null,
    is_payment_type_chosen: true,
    is_for_later: false,
  });
}

export function toggleMethod(draft: Draft, offered: Pick<OfferedMethod, 'id' | 'type'>): Draft {
  const payment_method = draft.program.payment_method === offered.id ? null : offered.id;
  return withProgram(draft, {
    payment_method,
    payment_type: offered.type,
    is_payment_type_chosen: true,
    is_for_later: false,
  });
}

export function clearMethod(draft: Draft): Draft {
  return draft.program.payment_method === null
    ? draft
    : withProgram(draft, { payment_method: null, is_for_later: false });
}

export function enterCard(draft: Draft, cc: Card | EnteredMethod): Draft {
  return { ...choosePaymentType(draft, 'paymentTypeCreditCard'), cc };
}

export function enterBank(draft: Draft, ach: Bank | EnteredMethod): Draft {
  return { ...choosePaymentType(draft, 'paymentTypeAch'), ach };
}

export function methodsOfType(methods: readonly OfferedMethod[], type: WizardPaymentType): OfferedMethod[] {
  return methods.filter(isOfType(type));
}

/** null becomes blank, and the date MM/dd/yyyy. */
export function studentDraftOf(student: Student): StudentDraft {
  const blank = emptyStudent();
  const entries = Object.keys(blank).map((field) => {
    const value = student[field as keyof Student];
    return [field, value ?? blank[field as keyof StudentDraft]];
  });
  const born = student.date_of_birth;
  return {
    ...(Object.fromEntries(entries) as StudentDraft),
    date_of_birth: isPlainDate(born) ? formatDate(born) : born,
  };
}

/** Later changes apply to this version of the student. */
export const takeStudent = (draft: Draft, student: Student, typed = studentDraftOf(student)): Draft => ({
  ...draft,
  student: typed,
  student_seen: { version: student.version, values: studentDraftOf(student) },
});

export const takeNewStudent = (draft: Draft, student: StudentDraft): Draft => ({
  ...draft,
  student,
  student_seen: null,
});

/**
 * Likely values for empty fields of a new student: the parent, the parent's last name, and the school's
 * state.
 */
export function prefillStudent(student: StudentDraft, user: Person | undefined, state: string): StudentDraft {
  if (!user) return student;
  const known = prefillGuardian(student, user);
  if (student.id !== null) return known;
  return {
    ...known,
    last_name: known.last_name || user.last_name,
    state: known.address_id === null ? known.state || state : known.state,
  };
}

/** The clear button restarts the form with the logged-in person. */
export function clearedStudent(user: Person | undefined, state: string): StudentDraft {
  return prefillStudent(emptyStudent(), user, state);
}

/** The only term needs no click; after a correction the family chooses again. */
export function chooseOnlyTerm(
  draft: Draft,
  offered: readonly { id: number; payment_term_type_id: number }[],
): Draft {
  const [only, ...others] = offered;
  const { payment_term, ended_term } = draft.program;
  if (!only || others.length > 0 || payment_term !== null || ended_term !== null) return draft;
  return chooseTerm(draft, only);
}

export function chooseOnlyRoute(draft: Draft, routes: readonly Route[], taken: readonly number[]): Draft {
  const [only, ...others] = routes;
  if (!only || others.length > 0 || draft.program.route !== null) return draft;
  return only.seats_left === 0 || taken.includes(only.id) ? draft : chooseRoute(draft, only.id);
}

export function chooseOnlyProgram(draft: Draft, soldIds: readonly number[]): Draft {
  const [only, ...others] = soldIds;
  if (only === undefined || others.length > 0 || draft.program.id !== null) return draft;
  return chooseProgram(draft, only);
}

/** A student outside the family's list is dropped; typed values stay. */
export function keepKnownStudent(draft: Draft, knownIds: readonly number[]): Draft {
  const { id } = draft.student;
  return id === null || knownIds.includes(id) ? draft : takeNewStudent(draft, { ...draft.student, id: null });
}

const COPIED = [...namesOf(blankGuardians), 'phone_home', 'phone_mobile'] as const;
const COPIED_ADDRESS = ['address_id', ...namesOf(emptyAddress)] as const;

/** Copies guardians, phones, and an address with a known id (contracts.md §4). */
export function copyFromStudent(form: StudentDraft, student: Student): StudentDraft {
  const source = studentDraftOf(student);
  const fields = source.address_id === null ? COPIED : [...COPIED, ...COPIED_ADDRESS];
  return { ...form, ...Object.fromEntries(fields.map((field) => [field, source[field]])) };
}
