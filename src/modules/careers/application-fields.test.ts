import { describe, expect, it } from 'vitest';
import { fieldErrorsOf } from '#kit/endpoint/field-messages.ts';
import { aJob, aJobApplication } from '#tests/support/forms/job-form.ts';
import { bounds } from '#tests/support/forms/rule-bounds.ts';
import { applicationShape, experienceShape } from './application.shapes.ts';

const field = applicationShape.shape;
const text = (length: number) => 'x'.repeat(length);

/** What is said of a whole form, by the wire name of the field. */
function errorsOf(changes: object): Record<string, string[]> {
  const checked = applicationShape.safeParse(aJobApplication(changes), { reportInput: true });
  return checked.success ? {} : fieldErrorsOf(checked.error.issues);
}

describe('what must be given', () => {
  const required = [
    'name',
    'address_line_1',
    'phone_mobile',
    'email',
    'date_of_birth',
    'education_level',
    'work_location',
    'position',
    'start_date',
    'driver_license',
  ];

  it('is said field by field when nothing is', () => {
    const nothing = Object.fromEntries(
      Object.keys(aJobApplication()).map((name) => [name, name === 'position' ? 'Bus Driver' : undefined]),
    );
    const wanted = required.filter((name) => name !== 'position');
    expect(Object.keys(errorsOf(nothing)).toSorted()).toEqual(wanted.toSorted());
    expect(errorsOf(nothing).address_line_1).toEqual(['The address line 1 field is required']);
  });

  it.each(required)('is the %s, and spaces are none', (name) => {
    for (const blank of [
      '',
      null,
      undefined,
      ...(['driver_license', 'name', 'address_line_1'].includes(name) ? ['   '] : []),
    ]) {
      expect(errorsOf({ [name]: blank })[name]?.[0]).toBe(
        `The ${name.replaceAll('_', ' ')} field is required`,
      );
    }
  });

  it('is no more than that', () => {
    expect(
      errorsOf({
        address_line_2: '',
        salary: '',
        special_skills: '',
        experience: undefined,
        was_convicted: undefined,
        charges: undefined,
      }),
    ).toEqual({});
  });
});

describe('texts', () => {
  const long = { takes: [text(8191), text(8192)], refuses: [text(8193)] };
  for (const name of ['name', 'address_line_1', 'address_line_2', 'driver_license', 'salary'] as const) {
    const says = `The field field may not be greater than 255 characters`;
    bounds(name, field[name], { takes: [text(1), text(254), text(255)], refuses: [text(256)], says });
  }
  for (const name of ['employer', 'job_title'] as const) {
    bounds(name, experienceShape.shape[name], {
      takes: ['', text(255)],
      refuses: [text(256)],
      says: 'The field field may not be greater than 255 characters',
    });
  }
  const says = 'The field field may not be greater than 8192 characters';
  bounds('special_skills', field.special_skills, { ...long, says });
  bounds('charges', field.charges, { ...long, says });
  bounds('responsibilities', experienceShape.shape.responsibilities, { ...long, says });
  bounds('reason_for_leaving', experienceShape.shape.reason_for_leaving, { ...long, says });
});

describe('shapes', () => {
  bounds('phone_mobile', field.phone_mobile, {
    takes: ['718-555-0142', '7185550142'],
    refuses: ['0718555014', '718-555-014', '718-555-01421'],
    says: 'Must be in format: 123-456-7890',
  });
  bounds('email', field.email, {
    takes: ['a@b.example', `${text(64)}@b.example`],
    refuses: ['nobody', `${text(65)}@b.example`],
    says: 'The field field must be a valid email',
  });
  bounds('date_of_birth', field.date_of_birth, {
    takes: ['01/01/1900', '02/29/2004'],
    refuses: ['12/31/1899'],
    says: 'The field value is not valid',
  });
  for (const name of ['date_of_birth', 'start_date'] as const) {
    bounds(name, field[name], {
      takes: ['05/04/2026'],
      refuses: ['May 4, 2026', '2026-05-04'],
      says: 'The field field must be in the format MM/dd/yyyy',
    });
    bounds(name, field[name], { takes: ['5/4/2026'], refuses: ['02/30/2026'], says: 'There is no such day' });
  }
  bounds('end_date', experienceShape.shape.end_date, {
    takes: ['', '05/04/2026'],
    refuses: ['06/2026'],
    says: 'The field field must be in the format MM/dd/yyyy',
  });
});

describe('choices', () => {
  const says = 'The field value is not valid';
  bounds('education_level', field.education_level, {
    takes: ['High School or GED', 'College', 'Trade Business School'],
    refuses: ['University', 'college'],
    says,
  });
  bounds('work_location', field.work_location, { takes: ['Queens', 'Manhattan'], refuses: ['Bronx'], says });
  bounds('position', field.position, {
    takes: ['Mechanic', 'Bus Monitor', 'Bus Driver'],
    refuses: ['Pilot'],
    says,
  });
  bounds('was_convicted', field.was_convicted, {
    takes: ['Yes', 'No', undefined],
    refuses: [true, 'Perhaps'],
    says,
  });

  it('say No to convictions unless told', () => {
    expect(applicationShape.parse(aJobApplication({ was_convicted: undefined })).was_convicted).toBe('No');
  });
});

describe('fields that hang together', () => {
  it.each(['Mechanic', 'Bus Monitor'])('want no license of a %s', (position) => {
    expect(errorsOf({ position, driver_license: '' })).toEqual({});
  });

  it('want the charges with a Yes only', () => {
    expect(errorsOf({ was_convicted: 'Yes', charges: ' ' })).toEqual({
      charges: ['The charges field is required'],
    });
    expect(errorsOf({ was_convicted: 'Yes', charges: 'Speeding, 2012' })).toEqual({});
    expect(errorsOf({ was_convicted: 'No', charges: '' })).toEqual({});
  });

  it.each(['employer', 'job_title', 'start_date', 'end_date', 'responsibilities', 'reason_for_leaving'])(
    'want employer and job title once the %s of a job is given',
    (begun) => {
      const job = { [begun]: begun.endsWith('date') ? '05/04/2020' : 'x' };
      const missing = ['employer', 'job_title'].filter((name) => name !== begun);
      expect(Object.keys(errorsOf({ experience: [aJob(), job, {}] })).toSorted()).toEqual(
        missing.map((name) => `experience.1.${name}`),
      );
    },
  );

  it('take three jobs and no fourth, and a day of work at least', () => {
    expect(errorsOf({ experience: [aJob(), aJob(), aJob()] })).toEqual({});
    expect(Object.keys(errorsOf({ experience: [aJob(), aJob(), aJob(), aJob()] }))).toEqual(['experience']);
    expect(errorsOf({ experience: [aJob({ end_date: '02/01/2019' })] })).toEqual({});
    expect(errorsOf({ experience: [aJob({ end_date: '01/31/2019' })] })).toEqual({
      'experience.0.end_date': ['The end date value is not valid'],
    });
  });
});
