import { addDays, formatDate, plainDate } from '#kit/plain-date.ts';

// To September 2018: at the earliest clock of a test, July 2021, each child is two years old.
const DAYS = 5000;
// Workers share a portal, so each has days of its own.
let births = (process.pid * 613) % DAYS;

/** For children of families that buy: two with one name, home and day of birth are a payment issue (MC10). */
export const aBirthday = (): string => formatDate(addDays(plainDate('2005-01-01'), (births += 1) % DAYS));

/** A student form as a parent fills it in. */
export const aStudentForm = (changes: object = {}) => ({
  first_name: 'Chidi',
  last_name: 'Okafor',
  sex: 'm',
  date_of_birth: '09/14/2018',
  email: '',
  phone_home: '914-555-0101',
  phone_mobile: '',
  has_medical_concerns: false,
  can_exit_bus_alone: false,
  ...anAddressForm(),
  guardian_1_first_name: 'Adaeze',
  guardian_1_last_name: 'Okafor',
  guardian_1_phone_mobile: '914-555-0102',
  guardian_1_email: 'adaeze@okafor.example',
  is_split_custody: false,
  ...changes,
});

export const anAddressForm = (changes: object = {}) => ({
  address: '12 Elm Street',
  apt: '3B',
  city: 'Yonkers',
  state: 'NY',
  zip: '10701',
  ...changes,
});
