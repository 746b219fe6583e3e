/**
 * Where the company is found. Addresses and numbers are data, not sentences; they read alike in every
 * language.
 */
export const company = {
  address_1: '1250 Harbor Yard Road',
  city_line: 'Bronx, NY 10474',
  dispatch_phone: '718-555-0100',
  dispatch_email: 'dispatch@harborline.example',
  customer_service_email: 'service@harborline.example',
  hiring_email: 'careers@harborline.example',
  domain: 'harborline.example',
} as const;

/** The four schools of the signup acknowledgement, in the order in which the line passes them. */
export const schools = [
  { path: 'ecfs', name: 'Eastcliff Fieldschool', routes_email: 'ecfs-routes@harborline.example' },
  { path: 'hm', name: 'Hillmark School', routes_email: 'hm-routes@harborline.example' },
  { path: 'rcs', name: 'Ridgeway Country School', routes_email: 'rcs-routes@harborline.example' },
  { path: 'nga', name: 'Northgate Academy', routes_email: 'nga-routes@harborline.example' },
] as const;

/** Those whose routes run already; Northgate's are being planned. */
export const ridingSchools = schools.filter((school) => school.path !== 'nga');
