/** Everyone of the demo: the company's staff and the families (K5). All are invented. */

export const STAFF_PASSWORD = 'Demo-staff-2027';
export const FAMILY_PASSWORD = 'Demo-family-2027';

export type DemoStaff = {
  firstName: string;
  lastName: string;
  email: string;
  role: 'userRoleAdmin' | 'userRoleSuperAdmin';
};

export const staff: readonly DemoStaff[] = [
  { firstName: 'Rosa', lastName: 'Rivera', email: 'admin@harborline.example', role: 'userRoleSuperAdmin' },
  { firstName: 'Dana', lastName: 'Cole', email: 'dispatch@harborline.example', role: 'userRoleAdmin' },
];

export type DemoAddress = { address: string; apt?: string; city: string; zip: string; isActive: boolean };

export type DemoStudent = {
  firstName: string;
  sex: 'm' | 'f';
  /** years before the year of the first start, so that nobody outgrows the demo */
  age: number;
  bornOn: `${number}-${number}`;
  canExitBusAlone?: boolean;
  medicalConcerns?: string;
  custody?: { secondAddress: string; notes: string };
};

export type DemoFamily = {
  firstName: string;
  lastName: string;
  email: string;
  isVerified: boolean;
  phones?: { home: string; mobile: string };
  secondGuardian?: { firstName: string; lastName: string; phone: string; email: string };
  /** the first active one is where the children live */
  addresses: readonly DemoAddress[];
  students: readonly DemoStudent[];
};

export const families: readonly DemoFamily[] = [
  {
    firstName: 'Adaeze',
    lastName: 'Okafor',
    email: 'adaeze@okafor.example',
    isVerified: true,
    phones: { home: '718-555-0131', mobile: '917-555-0132' },
    secondGuardian: {
      firstName: 'Obinna',
      lastName: 'Okafor',
      phone: '917-555-0133',
      email: 'obinna@okafor.example',
    },
    addresses: [
      { address: '412 Riverside Drive', apt: '6B', city: 'New York', zip: '10025', isActive: true },
    ],
    students: [
      { firstName: 'Chidi', sex: 'm', age: 8, bornOn: '03-14' },
      { firstName: 'Ngozi', sex: 'f', age: 6, bornOn: '07-02' },
      {
        firstName: 'Emeka',
        sex: 'm',
        age: 5,
        bornOn: '11-21',
        medicalConcerns: 'Peanut allergy; carries an auto-injector in the front pocket of his bag.',
      },
    ],
  },
  {
    firstName: 'Ingrid',
    lastName: 'Lindqvist',
    email: 'ingrid@lindqvist.example',
    isVerified: true,
    phones: { home: '718-555-0141', mobile: '917-555-0142' },
    addresses: [
      { address: '88 West 104th Street', apt: '3', city: 'New York', zip: '10025', isActive: true },
    ],
    students: [{ firstName: 'Freja', sex: 'f', age: 13, bornOn: '01-30', canExitBusAlone: true }],
  },
  {
    firstName: 'Min-jun',
    lastName: 'Park',
    email: 'minjun@park.example',
    isVerified: true,
    phones: { home: '718-555-0151', mobile: '917-555-0152' },
    secondGuardian: { firstName: 'Hana', lastName: 'Seo', phone: '917-555-0153', email: 'hana@seo.example' },
    addresses: [
      { address: '250 East 87th Street', apt: '11F', city: 'New York', zip: '10128', isActive: true },
      { address: '19 Bleecker Street', city: 'New York', zip: '10012', isActive: false },
    ],
    students: [
      {
        firstName: 'Seo-yeon',
        sex: 'f',
        age: 9,
        bornOn: '05-18',
        custody: {
          secondAddress: '61-20 Grand Central Parkway, Apt 4C, Forest Hills, NY 11375',
          notes:
            'Monday to Wednesday from East 87th Street with her father, Thursday and Friday from Forest Hills with her mother.',
        },
      },
    ],
  },
  {
    firstName: 'Sam',
    lastName: 'Whitfield',
    email: 'sam@whitfield.example',
    isVerified: false,
    addresses: [],
    students: [],
  },
  {
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@raman.example',
    isVerified: true,
    phones: { home: '718-555-0161', mobile: '917-555-0162' },
    secondGuardian: {
      firstName: 'Arjun',
      lastName: 'Raman',
      phone: '917-555-0163',
      email: 'arjun@raman.example',
    },
    addresses: [{ address: '1040 Park Avenue', apt: '9A', city: 'New York', zip: '10028', isActive: true }],
    students: [
      { firstName: 'Anika', sex: 'f', age: 10, bornOn: '09-09' },
      { firstName: 'Rohan', sex: 'm', age: 7, bornOn: '12-03' },
    ],
  },
];
