import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { toDollars, type Cents } from '#kit/money.ts';
import { pick } from '#kit/pick.ts';
import type { Payment, Transaction } from '#modules/billing/billing.contract.ts';
import type { OrderTotals } from '#modules/billing/ledger/order-totals.ts';
import { customerNumber } from '#modules/accounts/customer-number.ts';
import { contractNotesShape, type ContractNotes, type Order } from '#modules/orders/orders.contract.ts';
import { changesFor, changesText, type FieldChange } from '#modules/orders/contract-changes.ts';
import { aidState, type AidOutcome } from '#modules/orders/aid.states.ts';
import type { StoredRequest } from './request-response.ts';
import type { ContractSnapshot, OpenedContract } from '#modules/documents/contract-snapshot.ts';

/** H10 */
export type StaffPlaced = { staff: string; accepted_at: string | null };

/** OF5.10 */
export type AppliedAmendment = {
  id: number;
  number: number;
  applied_at: string;
  /** null for an amendment that needed no agreement */
  accepted_at: string | null;
  changes: FieldChange[];
};

export type OrderRecord = ContractNotes & {
  id: number;
  created_at: Date;
  is_active: boolean;
  /** A6 */
  is_aid_awaited: boolean;
  aid: { to_confirm: boolean; outcome: AidOutcome | null; reason: string | null } | null;
  product_name: string;
  contract_number: string | null;
  base_contract_cost: Cents;
  student_id: number;
  /** the contract in force: as signed, or after the last amendment */
  snapshot: ContractSnapshot;
  signed_snapshot: ContractSnapshot;
  amendments: AppliedAmendment[];
  is_change_proposed: boolean;
  /** set once the retention years are over and all names are erased */
  erased_at?: Date | null;
  refund: StoredRequest | null;
  approval: { requested_at: Date } | null;
  staff_placed: StaffPlaced | null;
};

export type OpenedOrder = Omit<OrderRecord, 'snapshot'> & { snapshot: OpenedContract };

/** R1 */
export type Requests = Pick<Order, 'order_refund_request' | 'order_reassign_approval' | 'request_windows'>;

type Money = {
  transactions: Transaction[];
  payments: Payment[];
  invoices: Order['invoices'];
  sums: OrderTotals;
};

type Detail = Order['order_detail']['contract']['contract_detail'];

/** From the signed snapshot. Notes are for staff only (contracts.md §3, C1, M2). */
export function toOrderResponse(
  order: OpenedOrder,
  { money, requests }: { money: Money; requests: Requests },
  reader: Reader,
): Order {
  // A charge may still be under way, but an ended order asks the family for nothing (MC4).
  const hasEnded = !order.is_active && !order.is_aid_awaited;
  return {
    id: order.id,
    created_at: order.created_at.toISOString(),
    is_active: order.is_active,
    _order_total: toDollars(money.sums.totalCents),
    _order_due: hasEnded ? 0 : toDollars(money.sums.dueCents),
    next_payment_on: hasEnded ? null : money.sums.nextPaymentOn,
    order_detail: { product: { name: order.product_name }, contract: contractOf(order, reader) },
    transactions: money.transactions,
    payments: money.payments,
    invoices: money.invoices,
    staff_placed: staffPlaced(order),
    amendments: order.amendments.map(shownAmendment(reader)),
    is_change_proposed: order.is_change_proposed,
    ...requests,
  };
}

const contractOf = (order: OpenedOrder, reader: Reader): Order['order_detail']['contract'] => ({
  contract_number: order.contract_number,
  ...notesFor(reader, order),
  special_request: order.snapshot.special_request,
  base_contract_cost: toDollars(order.base_contract_cost),
  created_at: order.created_at.toISOString(),
  contract_detail: contractDetail(order),
});

const instant = (text: string) => new Date(text).toISOString();

const shownAmendment =
  (reader: Reader) =>
  ({ number, accepted_at, applied_at, changes }: AppliedAmendment) => ({
    number,
    accepted_at: accepted_at && instant(accepted_at),
    applied_at: instant(applied_at),
    text: changesText(changesFor(reader, changes)),
  });

const staffPlaced = ({ staff_placed }: Pick<OrderRecord, 'staff_placed'>): Order['staff_placed'] =>
  staff_placed && {
    staff: staff_placed.staff,
    accepted_at: staff_placed.accepted_at && new Date(staff_placed.accepted_at).toISOString(),
  };

function notesFor(reader: Reader, notes: ContractNotes): ContractNotes {
  const told = contractNotesShape
    .keyof()
    .options.map((name) => [name, hasRight(reader, 'families') ? notes[name] : null]);
  return contractNotesShape.parse(Object.fromEntries(told));
}

function contractDetail({ snapshot, aid, is_aid_awaited }: OpenedOrder): Detail {
  const { student, program, program_group, period, route, grade, addons, discount, financial_aid } = snapshot;
  return {
    student: signedStudent(snapshot),
    program,
    program_group: pick(program_group, ['id', 'path', 'text', 'division_id']),
    period: { id: period.id, name: period.name, text: period.text },
    route,
    grade,
    grade_id: grade?.id ?? null,
    payment_term: signedTerm(snapshot),
    route_addons: addons.map(({ id, name, text, amount }) => ({ id, name, text, amount: toDollars(amount) })),
    route_discounts: discount ? [{ ...discount, amount: toDollars(discount.amount) }] : [],
    financial_aid: financial_aid && {
      code: financial_aid.code,
      amount: toDollars(financial_aid.amount),
      notes: null,
      state: aidState(aid ?? { to_confirm: false, outcome: null }),
      is_awaited: is_aid_awaited,
      reason: aid?.reason ?? null,
    },
    pickup_north: snapshot.pickup_north,
    pickup_cross: snapshot.pickup_cross,
    address: pick(student, ['address', 'apt', 'city', 'state', 'zip']),
  };
}

function signedStudent({ student, parent }: OpenedContract): Detail['student'] {
  return {
    id: student.id,
    first_name: student.first_name,
    last_name: student.last_name,
    parent: {
      ...parent,
      // The number that the office calls: the first guardian's mobile, else the home.
      phone: student.guardian_1_phone_mobile || student.phone_home,
      user_accounting_customers: [{ customer_number: customerNumber(parent.id) }],
    },
  };
}

function signedTerm({ payment_term: term }: Pick<ContractSnapshot, 'payment_term'>): Detail['payment_term'] {
  return {
    ...term,
    payment_term_type: { id: term.payment_term_type_id, key: term.payment_term_type },
    deposit: toDollars(term.deposit),
    amount: toDollars(term.amount),
  };
}
