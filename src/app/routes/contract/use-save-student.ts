import { savePhoto, useSaveAddress, useSaveStudent } from '#app/parts/use-save-student.ts';
import type { CheckedStudent } from '#app/parts/student-form.ts';
import type { Student } from '#modules/students/students.contract.ts';

type Saving = {
  id: number | null;
  student: CheckedStudent;
  onAddressSaved: (addressId: number) => void;
  onStudentSaved: (saved: Student) => void;
};

/**
 * Saves the address first, when it is a new one, then the student, then the photo (contracts.md §2). Whoever
 * asks hears of each as it is saved, so that a second try saves nothing twice. It throws what the failing
 * call throws; what was saved before it stays saved.
 */
export function useSaveAddressAndStudent(): (saving: Saving) => Promise<void> {
  const saveAddress = useSaveAddress();
  const saveStudent = useSaveStudent();
  return async ({ id, student, onAddressSaved, onStudentSaved }) => {
    let address_id = student.address_id ?? null;
    if (address_id === null) {
      const { address, apt, city, state, zip } = student;
      address_id = (await saveAddress({ address, apt, city, state, zip })).id;
      onAddressSaved(address_id);
    }
    const saved = await saveStudent({ ...student, address_id }, id ?? undefined);
    onStudentSaved(saved);
    const file = student.photo?.[0];
    if (file) await savePhoto(saved.id, file);
  };
}
