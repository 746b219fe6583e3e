import { ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { AppliedAid } from '#modules/orders/discounts/aid-code.ts';
import { signedRouteShape } from '#modules/catalog/routes/routes.contract.ts';
import { discountOf, type ResolvedSelection } from './selection.ts';
import {
  SIGNED_STUDENT,
  type ContractSnapshot,
  type SignedParent,
  type SignedStudent,
} from '#modules/documents/contract-snapshot.ts';
import { pick } from '#kit/pick.ts';

export type SnapshotSource = {
  selection: ResolvedSelection;
  parent: SignedParent;
  student: SignedStudent;
  aid: AppliedAid | null;
  discount: Cents;
  today: PlainDate;
};

export function takeSnapshot({
  selection,
  parent,
  student,
  aid,
  discount,
  today,
}: SnapshotSource): ContractSnapshot {
  const { sale, term, addons, grade, pickup_north, pickup_cross, special_request } = selection;
  return {
    signed_on: today,
    parent: pick(parent, ['id', 'first_name', 'last_name', 'email']),
    student: signedStudent(student, sale.period_program.allow_student_exit_bus_alone),
    program: pick(sale.program, ['id', 'name', 'text']),
    program_group: {
      ...pick(sale.program_group, ['id', 'path', 'text', 'line_color']),
      division_id: sale.division.id,
    },
    division: sale.division,
    period: sale.period,
    route: signedRouteShape.parse(sale.route),
    grade,
    payment_term: term,
    addons,
    discount: aid ? null : signedDiscount(selection, discount),
    financial_aid: aid && { code: aid.code, amount: aid.amount, to_confirm: aid.to_confirm },
    pickup_north,
    pickup_cross,
    special_request,
  };
}

function signedDiscount(selection: ResolvedSelection, amount: Cents): ContractSnapshot['discount'] {
  const rule = amount > ZERO ? discountOf(selection) : undefined;
  if (!rule) return null;
  return { id: rule.id, text: rule.text, contract_number: selection.discount!.contract_number, amount };
}

export function signedStudent(student: SnapshotSource['student'], mayExitAlone: boolean): SignedStudent {
  const signed = pick(student, SIGNED_STUDENT);
  // A parent may tick the box for any program; a program may keep the permission out of the contract (W17).
  return { ...signed, can_exit_bus_alone: signed.can_exit_bus_alone && mayExitAlone };
}
