import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { z } from 'zod';
import type { applicationShape } from '#modules/careers/application.shapes.ts';

type Form = z.input<typeof applicationShape>;

const driversExperience: Form['experience'] = [
  {
    employer: 'Bronx Transit Garage',
    job_title: 'Driver',
    start_date: '02/01/2019',
    end_date: '06/30/2024',
    responsibilities: 'Drove a 40-foot bus on two city lines.',
    reason_for_leaving: 'Moved to Queens.',
  },
  {
    employer: 'Queens Charter',
    job_title: 'Charter driver',
    start_date: '08/12/2024',
    responsibilities: 'School trips and airport runs.',
  },
];

const mechanicsExperience: Form['experience'] = [
  {
    employer: 'Hollis Diesel',
    job_title: 'Mechanic',
    start_date: '04/01/2004',
    responsibilities: 'Brakes, doors and lifts of city buses.',
  },
];

/** Who has applied by the time somebody looks: a driver, a mechanic, and a machine that took the bait. */
export const demoApplications = (starts_on: PlainDate): Form[] => [
  {
    name: 'Curtis Bell',
    address_line_1: '88-10 Jamaica Avenue',
    phone_mobile: '917-555-0164',
    email: 'curtis@bell.example',
    date_of_birth: '11/30/1975',
    education_level: 'Trade Business School',
    work_location: 'Queens',
    position: 'Mechanic',
    start_date: formatDate(starts_on),
    experience: mechanicsExperience,
    was_convicted: 'Yes',
    charges: 'Driving without insurance, 1998. Paid the fine.',
  },
  {
    name: 'Cheap Watches Online',
    address_line_1: 'x',
    phone_mobile: '212-555-0199',
    email: 'offers@watches.example',
    date_of_birth: '01/01/1990',
    education_level: 'College',
    work_location: 'Manhattan',
    position: 'Bus Monitor',
    start_date: formatDate(starts_on),
    website: 'https://watches.example',
  },
  {
    name: 'Marisol Vega',
    address_line_1: '34-12 Steinway Street',
    address_line_2: 'Apt 2',
    phone_mobile: '718-555-0142',
    email: 'marisol@vega.example',
    driver_license: 'NY 512 884 093',
    date_of_birth: '05/17/1988',
    education_level: 'College',
    work_location: 'Queens',
    position: 'Bus Driver',
    start_date: formatDate(starts_on),
    salary: '$26 an hour',
    experience: driversExperience,
    special_skills: 'Spanish and English. First aid for children.',
  },
];
