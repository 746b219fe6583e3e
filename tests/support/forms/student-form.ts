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
