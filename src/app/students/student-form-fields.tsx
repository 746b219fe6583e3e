import { m } from '#i18n/messages.js';
import type { Address } from '#modules/students/students.contract.ts';
import { FormSection } from '#app/forms/form-section.tsx';
import { StudentAddress } from './student-address.tsx';
import { CustodyFields, GuardianFields, StudentFields } from './student-fields.tsx';

/** The family's form of a student as staff fill the form: without a photo. */
export const StudentFormFields = ({ addresses }: { addresses: readonly Address[] }) => (
  <>
    <StudentFields photo="hidden" />
    <GuardianFields />
    <FormSection title={m.account_part_address()}>
      <div className="sm:col-span-2">
        <StudentAddress saved={addresses} />
      </div>
    </FormSection>
    <CustodyFields />
  </>
);
