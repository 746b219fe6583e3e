import { m } from '#i18n/messages.js';
import type { Address } from '#modules/students/students.contract.ts';
import { FormSection } from '#app/forms/form-section.tsx';
import { StudentAddress } from './student-address.tsx';
import { CustodyFields, GuardianFields, StudentFields, type CurrentPhoto } from './student-fields.tsx';

type StudentFormFieldsProps = {
  addresses: readonly Address[];
  /** a new child on the telephone gets a photo later */
  photo?: 'hidden';
  currentPhoto?: CurrentPhoto;
};

/** The family's form of a student, filled by the family or by staff. */
export const StudentFormFields = ({ addresses, ...photos }: StudentFormFieldsProps) => (
  <>
    <StudentFields {...photos} />
    <GuardianFields />
    <FormSection title={m.account_part_address()}>
      <div className="sm:col-span-2">
        <StudentAddress saved={addresses} />
      </div>
    </FormSection>
    <CustodyFields />
  </>
);
