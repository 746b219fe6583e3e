import { m } from '#i18n/messages.js';
import { OTHER_LINE } from '#kit/text/line-color.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import type { SetUp } from '#modules/office/set-up/set-up.contract.ts';
import { FormTextEditor } from '#app/routes/office/season/texts/editor/form-text-editor.tsx';
import { useMayWrite } from '#app/routes/office/season/objects/use-may-write.ts';
import { FormCheckbox, FormText } from '#app/forms/fields.tsx';
import { FIRST_GRADES, GradeFields } from './grade-fields.tsx';
import { proposedSeason } from './proposals.ts';
import {
  COMPANY_FIELDS,
  companyChanges,
  DIVISION_FIELDS,
  firstText,
  programChanges,
  routeChanges,
  SCHOOL_FIELDS,
  schoolChanges,
  SEASON_FIELDS,
  seasonChanges,
  textChanges,
} from './set-up-changes.ts';
import { StopFields, StopForm } from './stop-form.tsx';

type FormProps = { setUp: SetUp };

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const blank = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));

export function CompanyForm({ setUp }: FormProps) {
  const { objects, today, dispatch_hours } = setUp;
  return (
    <StopForm
      label={m.office_set_up_company()}
      initial={{
        ...blank([...COMPANY_FIELDS, ...DIVISION_FIELDS]),
        time_zone: browserZone(),
        dispatch_hours,
        bank_terms: true,
      }}
      toChanges={(typed) => companyChanges(typed, setUp)}
    >
      <>
        {!objects.company && <StopFields kind="company" names={COMPANY_FIELDS} today={today} />}
        {!objects.division && (
          <>
            <StopFields kind="division" names={DIVISION_FIELDS} today={today} />
            <FormCheckbox
              name="bank_terms"
              label={m.office_set_up_bank_terms()}
              note={m.office_set_up_bank_terms_note()}
            />
          </>
        )}
      </>
    </StopForm>
  );
}

export function SchoolForm({ setUp }: FormProps) {
  return (
    <StopForm
      label={m.office_set_up_school()}
      initial={{ ...blank(SCHOOL_FIELDS), line_color: OTHER_LINE }}
      toChanges={(typed) => schoolChanges(typed, setUp)}
    >
      <StopFields kind="program_group" names={SCHOOL_FIELDS} today={setUp.today} />
    </StopForm>
  );
}

export function ProgramForm({ setUp }: FormProps) {
  return (
    <StopForm
      label={m.office_set_up_program()}
      initial={{ text: '', ...FIRST_GRADES }}
      toChanges={(typed) => programChanges(typed, setUp)}
    >
      <>
        {!setUp.objects.program && <StopFields kind="program" names={['text']} today={setUp.today} />}
        <GradeFields />
      </>
    </StopForm>
  );
}

export function SeasonForm({ setUp }: FormProps) {
  return (
    <StopForm
      label={m.office_set_up_season()}
      initial={proposedSeason(setUp.today)}
      toChanges={seasonChanges}
    >
      <StopFields kind="period" names={SEASON_FIELDS} today={setUp.today} />
    </StopForm>
  );
}

export function RouteForm({ setUp }: FormProps) {
  return (
    <StopForm
      label={m.office_set_up_route()}
      initial={blank(['name', 'capacity', 'deposit', 'number_payments'])}
      toChanges={(typed) => routeChanges(typed, setUp)}
    >
      <>
        {!setUp.objects.route && <StopFields kind="route" names={['name', 'capacity']} today={setUp.today} />}
        <FormText required name="deposit" label={m.office_set_up_price()} inputMode="decimal" />
        <FormText
          name="number_payments"
          label={m.office_set_up_payments()}
          note={m.office_set_up_payments_note()}
          inputMode="numeric"
        />
      </>
    </StopForm>
  );
}

/** Every text that is missing or still has the notice; written ones stand on their own forms. */
export function TextsForm({ setUp }: FormProps) {
  const isOfCompany = useMayWrite('division');
  const fields = setUp.texts
    .filter(({ kind, state }) => state !== 'written' && (isOfCompany || kind !== 'division'))
    .map(({ field }) => field);
  return (
    <StopForm
      key={fields.join()}
      label={m.office_set_up_texts()}
      initial={Object.fromEntries(fields.map((field) => [field, firstText(setUp, field)]))}
      toChanges={(typed) => textChanges(typed, setUp)}
    >
      <>
        <p>{m.office_set_up_texts_text()}</p>
        {fields.map((field) => (
          <FormTextEditor key={field} name={field} label={objectFieldLabel([field])} />
        ))}
      </>
    </StopForm>
  );
}
