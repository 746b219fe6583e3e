import { type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { SignedRoute } from '#modules/catalog/routes/routes.contract.ts';
import type { AddonForSale, RouteForSale, TermForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { STUDENT_TEXTS, Student } from '#modules/students/students.contract.ts';

type SealedText = (typeof STUDENT_TEXTS)[number];

/** A student as copied into a contract: what was sealed stays sealed (reliability 5.6, H14). */
export type SignedStudent = Omit<
  Student,
  'images' | 'contract_details_count' | 'created_at' | 'address_id' | 'version' | SealedText
> & { [K in SealedText]: Sealed | Extract<Student[K], null> };

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
  route: SignedRoute;
  grade: { id: number; text: string } | null;
  payment_term: TermForSale;
  addons: AddonForSale[];
  discount: { id: number; text: string; contract_number: string; amount: Cents } | null;
  financial_aid: { code: string; amount: Cents; to_confirm: boolean } | null;
  pickup_north: string | null;
  pickup_cross: string | null;
  special_request: string | null;
};

/** A contract whose student was opened, for who prints or answers it. */
export type OpenedContract = Omit<ContractSnapshot, 'student'> & {
  student: Omit<SignedStudent, SealedText> & {
    [K in SealedText]: string | Extract<SignedStudent[K], null>;
  };
};

/** The signed route in one line of a mail or a notice. */
export const signedRouteName = ({ text_before, name }: Pick<SignedRoute, 'text_before' | 'name'>): string =>
  [text_before, name].join('').trim();

/** Gives a stored snapshot its type; only `takeSnapshot` writes one, and its shape never changes. */
export function readContractSnapshot(stored: unknown): ContractSnapshot {
  return stored as ContractSnapshot;
}
