import { FAMILY } from '#kit/endpoint/right.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { registerParent } from '#modules/accounts/profile/registration.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { contractCounts } from '#modules/orders/reading/read-orders.service.ts';
import { createAddress } from '#modules/students/addresses.service.ts';
import { createStudent } from '#modules/students/students.service.ts';
import { studentFieldsShape } from '#modules/students/students.shapes.ts';
import type { SteppedClock } from '#platform/clock/stepped-clock.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { DrawnChild, DrawnFamily } from './drawn-families.ts';

/** What a rehearsal is played on: a database of its own, a clock of its own, the sandbox. */
export type Stage = {
  billing: BillingContext;
  clock: SteppedClock;
  files: FileStore;
  /** the jobs of a day, in order */
  runJobs: () => Promise<void>;
};

export type FamilyAccount = {
  viewer: Viewer;
  email: string;
  password: string;
  student_ids: readonly number[];
};

/** Families differ in their names, and a name has no digit. */
const lettersOf = (nr: number): string =>
  [...String(nr)].map((digit) => 'abcdefghij'[Number(digit)]!).join('');

const lastNameOf = (nr: number) => `Family ${lettersOf(nr)}`;

/** A limit of registrations is for a network, and families have networks of their own. */
const networkOf = (nr: number) => `10.${nr >> 16}.${(nr >> 8) & 255}.${nr & 255}`;

export const metaOf = ({ nr }: Pick<DrawnFamily, 'nr'>) => ({ ip: networkOf(nr), user_agent: 'rehearsal' });

export const viewerOf = (user_id: number): Viewer => ({
  user_id,
  roles: [],
  ...FAMILY,
  impersonator_id: null,
  session_id: 'rehearsal',
});

const PASSWORD = 'plum orchard lantern 58';

/** @returns the id of an account, registered as a parent registers */
export async function register({ billing }: Pick<Stage, 'billing'>, nr: number): Promise<number> {
  const form = {
    first_name: 'Rehearsal',
    last_name: lastNameOf(nr),
    email: emailOf(nr),
    password: PASSWORD,
    password_confirmation: PASSWORD,
  };
  return registerParent(billing.db, billing.clock.now(), form, networkOf(nr));
}

const emailOf = (nr: number) => `family-${nr}@rehearsal.example`;

const homeOf = (nr: number) => ({
  address: `${nr + 1} Elm Street`,
  apt: null,
  city: 'Yonkers',
  state: 'NY' as const,
  zip: '10701',
});

const formOf = ({ nr }: DrawnFamily, child: DrawnChild, address_id: number) =>
  studentFieldsShape.parse({
    ...homeOf(nr),
    address_id,
    first_name: child.first_name,
    last_name: lastNameOf(nr),
    sex: child.sex,
    date_of_birth: formatDate(child.born_on),
    phone_home: '914-555-0101',
    guardian_1_first_name: 'Rehearsal',
    guardian_1_last_name: lastNameOf(nr),
    guardian_1_phone_mobile: '914-555-0102',
    guardian_1_email: emailOf(nr),
  });

/** An account with an address and its children. Opens transactions of its own. */
export async function registerFamily(stage: Stage, family: DrawnFamily): Promise<FamilyAccount> {
  const { db, vault, clock } = stage.billing;
  const user_id = await register(stage, family.nr);
  const viewer = viewerOf(user_id);
  const [now, today] = [clock.now(), clock.today()];
  // A database without awards has nothing to find for a new child.
  const asked = {
    viewer,
    now,
    today,
    vault,
    countContracts: contractCounts,
    noteChild: async () => undefined,
  };
  const student_ids = await db.transaction(async (tx) => {
    const made = { user_id, created_at: now, client_key: undefined };
    const { id } = await createAddress({ tx, vault }, made, homeOf(family.nr));
    const ids: number[] = [];
    for (const child of family.children) {
      const student = await createStudent(tx, asked, formOf(family, child, id));
      ids.push(student.id);
    }
    return ids;
  });
  return { viewer, email: emailOf(family.nr), password: PASSWORD, student_ids };
}
