import { m } from '#i18n/messages.js';
import type { Answered, EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { brand } from '#app/company/brand.ts';
import { addMonthsClamped, formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { Option, User } from '#modules/accounts/accounts.contract.ts';
import { listPaymentMethods, type PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { CHECKOUT_MS } from '#modules/catalog/opening.ts';
import {
  validateSiblingNumber,
  verifyFinancialAidCode,
} from '#modules/orders/discounts/check-codes.contract.ts';
import { readStudentAid } from '#modules/aid/aid.contract.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { listUnconfirmedOrders } from '#modules/orders/reading/unconfirmed-orders.contract.ts';
import { holdSeat, listWaiting, releaseHold } from '#modules/seats/seats.contract.ts';
import {
  createAddress,
  createStudent,
  listAddresses,
  listStudents,
  updateStudent,
  type Address,
  type Student,
} from '#modules/students/students.contract.ts';
import { uploadStudentPhoto } from '#modules/students/photos.contract.ts';

/*
 * The family of a preview exists in the browser alone (SE7.3): this file answers the calls of the wizard in
 * the shapes of the server, so the wizard runs unchanged. The numbers of cards and accounts belong to nobody.
 */

const AGE_IN_MONTHS = 8 * 12;
const PHONE = '212-555-0133';
const EMAIL = 'parent@example.com';
const ADDRESS = { address: '12 Elm Street', apt: null, city: 'Albany', state: 'NY', zip: '12207' };
/** A picture that every portal serves; paths of photos are below `/storage/`. */
const PICTURE = '../favicon.svg';

const parentName = () => ({ first_name: m.office_preview_parent(), last_name: m.office_preview_family() });

/** With the roles of the viewer the wizard shows the terms for staff, without roles those for families. */
export const madeUpParent = (viewer: User, roles: User['roles']): User => ({
  ...viewer,
  ...parentName(),
  id: 0,
  email: EMAIL,
  phone_home: PHONE,
  phone_mobile: PHONE,
  roles,
});

/** A child old enough to ride on the day, with a photo, and a typed address with a ZIP to change. */
export const madeUpChild = (on: PlainDate): Student => ({
  ...ADDRESS,
  id: 1,
  first_name: m.office_preview_child(),
  last_name: m.office_preview_family(),
  sex: 'f',
  date_of_birth: formatDate(addMonthsClamped(on, -AGE_IN_MONTHS)),
  email: null,
  images: [{ id: 1, path: PICTURE }],
  has_medical_concerns: false,
  medical_concerns: null,
  can_exit_bus_alone: false,
  phone_home: PHONE,
  phone_mobile: null,
  address_id: null,
  guardian_1_first_name: m.office_preview_parent(),
  guardian_1_last_name: m.office_preview_family(),
  guardian_1_phone_mobile: PHONE,
  guardian_1_email: EMAIL,
  guardian_2_first_name: null,
  guardian_2_last_name: null,
  guardian_2_phone_mobile: null,
  guardian_2_email: null,
  is_split_custody: false,
  second_address: null,
  custody_notes: null,
  version: 1,
  created_at: `${on}T12:00:00.000Z`,
  contract_details_count: 0,
});

type Kind = Pick<PaymentMethod, 'brand' | 'funding'> & { type: string };

/** A bank account, a credit card and a debit card to choose a kind of payment without a number. */
function madeUpMethods(on: PlainDate, options: readonly Option[]): PaymentMethod[] {
  const kinds: Kind[] = [
    { type: 'paymentTypeCreditCard', brand: m.office_preview_debit_card(), funding: 'debit' },
    { type: 'paymentTypeCreditCard', brand: m.office_preview_credit_card(), funding: 'credit' },
    { type: 'paymentTypeAch', brand: m.office_preview_bank(), funding: null },
  ];
  const { first_name, last_name } = parentName();
  return kinds.map(({ type, brand, funding }, i) => ({
    id: i + 1,
    user_id: 1,
    name: `${first_name} ${last_name}`,
    payment_type_id: options.find(({ key }) => key === type)?.id ?? 0,
    brand,
    ident: `****000${i + 1}`,
    bank_name: null,
    state: 'ready',
    verify_url: null,
    arrives_on: null,
    funding,
    billing_state: null,
    exp_month: funding && 12,
    exp_year: funding && Number(on.slice(0, 4)) + 3,
    is_default: false,
    is_active: true,
    created_at: `${on}T12:00:0${i}.000Z`,
    program_group: null,
  }));
}

type School = { program_group_id: number; period_id: number };

/** The fields of another child's contract that the wizard reads; an order has more. */
function madeUpSibling({ program_group_id, period_id }: School): object {
  const contract_detail = {
    student: { id: 2, first_name: m.office_preview_sibling() },
    program_group: { id: program_group_id },
    period: { id: period_id },
    financial_aid: null,
  };
  const contract = { contract_number: brand.example_contract_number, contract_detail };
  return { is_active: true, transactions: [], order_detail: { contract } };
}

type Sent = { params?: Record<string, unknown>; body?: unknown };
type Reply = { definition: EndpointDefinition; answer: (sent: Sent) => unknown };

const reply = <D extends EndpointDefinition>(definition: D, answer: (sent: Sent) => Answered<D>): Reply => ({
  definition,
  answer,
});

type Asked = { on: PlainDate; options: readonly Option[]; aid: number | null; siblingAt: School | null };

export type MadeUpFamily = {
  child: Student;
  /** @returns undefined for a call that the server answers */
  answerTo: (definition: EndpointDefinition, sent: Sent) => { items: unknown } | undefined;
};

/**
 * @param asked  `aid`: the dollars of every aid code, or null if staff type an amount; `siblingAt`: the
 *   school of another child with a contract (SE7.3)
 */
export function madeUpFamily({ on, options, aid, siblingAt }: Asked): MadeUpFamily {
  let child = madeUpChild(on);
  const addresses: Address[] = [];
  const keepChild = ({ body }: Sent): Student[] => {
    child = { ...child, ...(body as Partial<Student>), version: child.version + 1 };
    return [child];
  };
  const keepAddress = ({ body }: Sent): Address[] => {
    const saved = { ...ADDRESS, ...(body as Partial<Address>), id: addresses.length + 1 };
    addresses.push({ ...saved, is_active: true, version: 1 });
    return addresses.slice(-1);
  };
  const sentValue = ({ params, body }: Sent, name: string): unknown =>
    ({ ...params, ...(body as object) } as Record<string, unknown>)[name];
  const replies: Reply[] = [
    reply(listStudents, () => [child]),
    reply(createStudent, keepChild),
    reply(updateStudent, keepChild),
    reply(uploadStudentPhoto, () => [child]),
    reply(listAddresses, () => addresses),
    reply(createAddress, keepAddress),
    reply(listPaymentMethods, () => madeUpMethods(on, options)),
    { definition: listOrders, answer: () => (siblingAt ? [madeUpSibling(siblingAt)] : []) },
    reply(listUnconfirmedOrders, () => []),
    reply(listWaiting, () => []),
    reply(holdSeat, (sent) => [
      {
        route_id: Number(sentValue(sent, 'route_id')),
        student_id: child.id,
        held_until: null,
        seconds_left: CHECKOUT_MS / 1000,
        seconds_until_again: CHECKOUT_MS / 500,
      },
    ]),
    reply(releaseHold, () => undefined),
    reply(validateSiblingNumber, (sent) => [
      {
        id: Number(sentValue(sent, 'discount_id')),
        contract_number: String(sentValue(sent, 'contract_number')),
      },
    ]),
    reply(readStudentAid, () => []),
    reply(verifyFinancialAidCode, (sent) => [
      {
        code: String(sentValue(sent, 'code')),
        is_award: false,
        awarded_amount: aid,
        least_amount: null,
        needs_confirmation: false,
      },
    ]),
  ];
  return {
    child,
    answerTo: ({ name }, sent) => {
      const found = replies.find(({ definition }) => definition.name === name);
      return found && { items: found.answer(sent) };
    },
  };
}
