import type { Sealed } from '#kit/sealed.ts';

// An empty text is the same sealed or not.
const NOTHING = '' as unknown as Sealed;

/** In place of what only the ride needs, and a printed contract does not say. */
export const FOR_THE_RIDE = {
  date_of_birth: NOTHING,
  email: null,
  phone_home: NOTHING,
  phone_mobile: null,
  has_medical_concerns: false,
  medical_concerns: null,
  guardian_1_phone_mobile: NOTHING,
  guardian_1_email: '',
  guardian_2_phone_mobile: null,
  guardian_2_email: null,
  second_address: null,
  custody_notes: null,
};

/**
 * In place of a student who was deleted: nothing of the child, the guardians or the home, in the shape that
 * readers of rows and of old orders rely on.
 */
export const NO_STUDENT = {
  ...FOR_THE_RIDE,
  first_name: 'Deleted',
  last_name: 'student',
  sex: 'm' as const,
  can_exit_bus_alone: false,
  address: NOTHING,
  apt: null,
  city: NOTHING,
  state: NOTHING,
  zip: NOTHING,
  guardian_1_first_name: '',
  guardian_1_last_name: '',
  guardian_2_first_name: null,
  guardian_2_last_name: null,
  is_split_custody: false,
};
