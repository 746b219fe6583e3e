/** Everyone of the demo: the company's staff and the families (K5). All are invented. */

export const STAFF_PASSWORD = 'Demo-staff-2027';
export const FAMILY_PASSWORD = 'Demo-family-2027';

export type DemoStaff = {
  first_name: string;
  last_name: string;
  email: string;
  role: 'userRoleAdmin' | 'userRoleSuperAdmin';
};

export const staff: readonly DemoStaff[] = [
  { first_name: 'Rosa', last_name: 'Rivera', email: 'admin@harborline.example', role: 'userRoleSuperAdmin' },
  { first_name: 'Dana', last_name: 'Cole', email: 'dispatch@harborline.example', role: 'userRoleAdmin' },
];

export type DemoAddress = { address: string; apt?: string; city: string; zip: string; is_active: boolean };

export type DemoStudent = {
  first_name: string;
  sex: 'm' | 'f';
  /** years before the year of the first start, so that the children stay of school age */
  age: number;
  bornOn: `${number}-${number}`;
  can_exit_bus_alone?: boolean;
  medical_concerns?: string;
  custody?: { second_address: string; notes: string };
};

export type DemoFamily = {
  first_name: string;
  last_name: string;
  email: string;
  isVerified: boolean;
  phones?: { home: string; mobile: string };
  secondGuardian?: { first_name: string; last_name: string; phone: string; email: string };
  /** the first active one is where the children live */
  addresses: readonly DemoAddress[];
  students: readonly DemoStudent[];
};

export const families: readonly DemoFamily[] = [
  {
    first_name: 'Adaeze',
    last_name: 'Okafor',
    email: 'adaeze@okafor.example',
    isVerified: true,
    phones: { home: '718-555-0131', mobile: '917-555-0132' },
    secondGuardian: {
      first_name: 'Obinna',
      last_name: 'Okafor',
      phone: '917-555-0133',
      email: 'obinna@okafor.example',
    },
    addresses: [
      { address: '412 Riverside Drive', apt: '6B', city: 'New York', zip: '10025', is_active: true },
    ],
    students: [
      { first_name: 'Chidi', sex: 'm', age: 8, bornOn: '03-14' },
      { first_name: 'Ngozi', sex: 'f', age: 6, bornOn: '07-02' },
      {
        first_name: 'Emeka',
        sex: 'm',
        age: 5,
        bornOn: '11-21',
        medical_concerns: 'Peanut allergy; carries an auto-injector in the front pocket of his bag.',
      },
    ],
  },
  {
    first_name: 'Ingrid',
    last_name: 'Lindqvist',
    email: 'ingrid@lindqvist.example',
    isVerified: true,
    phones: { home: '718-555-0141', mobile: '917-555-0142' },
    addresses: [
      { address: '88 West 104th Street', apt: '3', city: 'New York', zip: '10025', is_active: true },
    ],
    students: [{ first_name: 'Freja', sex: 'f', age: 13, bornOn: '01-30', can_exit_bus_alone: true }],
  },
  {
    first_name: 'Min-jun',
    last_name: 'Park',
    email: 'minjun@park.example',
    isVerified: true,
    phones: { home: '718-555-0151', mobile: '917-555-0152' },
    secondGuardian: {
      first_name: 'Hana',
      last_name: 'Seo',
      phone: '917-555-0153',
      email: 'hana@seo.example',
    },
    addresses: [
      { address: '250 East 87th Street', apt: '11F', city: 'New York', zip: '10128', is_active: true },
      { address: '19 Bleecker Street', city: 'New York', zip: '10012', is_active: false },
    ],
    students: [
      {
        first_name: 'Seo-yeon',
        sex: 'f',
        age: 9,
        bornOn: '05-18',
        custody: {
          second_address: '61-20 Grand Central Parkway, Apt 4C, Forest Hills, NY 11375',
          notes:
            'Monday to Wednesday from East 87th Street with her father, ' +
            'Thursday and Friday from Forest Hills with her mother.',
        },
      },
    ],
  },
  {
    first_name: 'Sam',
    last_name: 'Whitfield',
    email: 'sam@whitfield.example',
    isVerified: false,
    addresses: [],
    students: [],
  },
  {
    first_name: 'Priya',
    last_name: 'Raman',
    email: 'priya@raman.example',
    isVerified: true,
    phones: { home: '718-555-0161', mobile: '917-555-0162' },
    secondGuardian: {
      first_name: 'Arjun',
      last_name: 'Raman',
      phone: '917-555-0163',
      email: 'arjun@raman.example',
    },
    addresses: [{ address: '1040 Park Avenue', apt: '9A', city: 'New York', zip: '10028', is_active: true }],
    students: [
      { first_name: 'Anika', sex: 'f', age: 10, bornOn: '09-09' },
      { first_name: 'Rohan', sex: 'm', age: 7, bornOn: '12-03' },
    ],
  },
];
