import { type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { SignedRoute } from '#modules/catalog/routes/routes.contract.ts';
import type { AddonForSale, RouteForSale, TermForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { STUDENT_TEXTS, Student } from '#modules/students/students.contract.ts';

type SealedText = (typeof STUDENT_TEXTS)[number];

/** Student fields printed in a contract; kept until the retention years are over. */
const ON_PAPER = [
  'id',
  'first_name',
  'last_name',
  'sex',
  'can_exit_bus_alone',
  'address',
  'apt',
  'city',
  'state',
  'zip',
  'guardian_1_first_name',
  'guardian_1_last_name',
  'guardian_2_first_name',
  'guardian_2_last_name',
  'is_split_custody',
] as const satisfies readonly (keyof Student)[];

/** Student fields needed only for the ride, not printed; erased with the account. */
export const FOR_THE_RIDE = [
  'date_of_birth',
  'email',
  'phone_home',
  'phone_mobile',
  'has_medical_concerns',
  'medical_concerns',
  'guardian_1_phone_mobile',
  'guardian_1_email',
  'guardian_2_phone_mobile',
  'guardian_2_email',
  'second_address',
  'custody_notes',
] as const satisfies readonly (keyof Student)[];

export const SIGNED_STUDENT = [...ON_PAPER, ...FOR_THE_RIDE] as const;

type Signed = (typeof SIGNED_STUDENT)[number];

/** Encrypted texts stay encrypted (reliability 5.6, H14). */
export type SignedStudent = Pick<Student, Exclude<Signed, SealedText>> & {
  [K in SealedText]: Sealed | Extract<Student[K], null>;
};

export type SignedParent = { id: number; first_name: string; last_name: string; email: string };

/** Copied once and never recomputed: names, addresses and prices stay as signed (O8, C4). */
export type ContractSnapshot = {
  signed_on: PlainDate;
  parent: SignedParent;
  student: SignedStudent;
  program: { id: number; name: string; text: string };
  /** contracts of before have no color: lineColor knows theirs */
  program_group: { id: number; path: string; text: string; line_color?: string; division_id: number };
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

export type OpenedContract = Omit<ContractSnapshot, 'student'> & {
  student: Omit<SignedStudent, SealedText> & {
    [K in SealedText]: string | Extract<SignedStudent[K], null>;
  };
};

export const signedRouteName = ({ text_before, name }: Pick<SignedRoute, 'text_before' | 'name'>): string =>
  [text_before, name].join('').trim();

/** Only `takeSnapshot` writes snapshots, and the shape never changes. */
export function readContractSnapshot(stored: unknown): ContractSnapshot {
  return stored as ContractSnapshot;
}
