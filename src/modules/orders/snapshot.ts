import { ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { AddonForSale, RouteForSale, TermForSale } from '#modules/catalogue/route-for-sale.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { Student } from '#modules/students/students.contract.ts';
import type { AppliedAid } from './aid-code.ts';
import { discountOf, type ResolvedSelection } from './selection.ts';

type SealedText = 'medical_concerns' | 'second_address' | 'custody_notes';

/**
 * A student as copied into a contract; the day of birth is a plain date, and what was sealed stays sealed
 * (reliability 5.6).
 */
export type SignedStudent = Omit<
  Student,
  'images' | 'contract_details_count' | 'created_at' | 'address_id' | 'date_of_birth' | SealedText
> & { date_of_birth: PlainDate } & { [K in SealedText]: Sealed | null };

export type SignedParent = { id: number; first_name: string; last_name: string; email: string };

/**
 * A contract as it was signed. It is copied once and never recomputed: names, addresses and prices that
 * change later stay here as they were.
 * Source: O8, C4
 */
export type ContractSnapshot = {
  signed_on: PlainDate;
  parent: SignedParent;
  student: SignedStudent;
  program: { id: number; name: string; text: string };
  program_group: { id: number; path: string; text: string; division_id: number };
  division: RouteForSale['division'];
  period: RouteForSale['period'];
  route: { id: number; name: string; text_before: string; text_after: string; contract_pdf: string | null };
  grade: { id: number; text: string } | null;
  payment_term: TermForSale;
  addons: AddonForSale[];
  discount: { id: number; text: string; contract_number: string; amount: Cents } | null;
  financial_aid: { code: string; amount: Cents; to_confirm: boolean } | null;
  pickup_north: string | null;
  pickup_cross: string | null;
  special_request: string | null;
};

export type Signing = {
  selection: ResolvedSelection;
  parent: SignedParent;
  student: SignedStudent & { address_id?: unknown; created_at?: unknown; has_photo?: unknown };
  aid: AppliedAid | null;
  /** what the discount took off today */
  discount: Cents;
  today: PlainDate;
};

function signedStudent(student: Signing['student'], mayExitAlone: boolean): SignedStudent {
  const { address_id: _address, created_at: _created, has_photo: _photo, ...signed } = student;
  // The box may be ticked anywhere; where the program forbids it, it is not part of the contract (W17).
  return { ...signed, can_exit_bus_alone: signed.can_exit_bus_alone && mayExitAlone };
}

/** Copies everything that a contract names into it (O8). */
export function takeSnapshot({
  selection,
  parent,
  student,
  aid,
  discount,
  today,
}: Signing): ContractSnapshot {
  const { sale, term, addons, grade, pickup_north, pickup_cross, special_request } = selection;
  const { id, name, text_before, text_after, contract_pdf } = sale.route;
  const rule = discount > ZERO && !aid ? discountOf(selection) : undefined;
  return {
    signed_on: today,
    parent,
    student: signedStudent(student, sale.period_program.allow_student_exit_bus_alone),
    program: { id: sale.program.id, name: sale.program.name, text: sale.program.text },
    program_group: {
      id: sale.program_group.id,
      path: sale.program_group.path,
      text: sale.program_group.text,
      division_id: sale.division.id,
    },
    division: sale.division,
    period: sale.period,
    route: { id, name, text_before, text_after, contract_pdf },
    grade,
    payment_term: term,
    addons,
    discount: rule
      ? {
          id: rule.id,
          text: rule.text,
          contract_number: selection.discount!.contract_number,
          amount: discount,
        }
      : null,
    financial_aid: aid && { code: aid.code, amount: aid.amount, to_confirm: aid.to_confirm },
    pickup_north,
    pickup_cross,
    special_request,
  };
}
