import { callForOne } from '../../api/client.ts';
import { savePhoto, saveStudentFields } from '../../parts/save-student.ts';
import type { CheckedStudent } from '../../parts/student-form.ts';
import { createAddress, type Student } from '#modules/students/students.contract.ts';

type Saving = {
  id: number | null;
  student: CheckedStudent;
  onAddressSaved: (addressId: number) => void;
  onStudentSaved: (saved: Student) => void;
};

/**
 * Saves the address first, when it is a new one, then the student, then the photo (contracts.md §2). Whoever asks hears of
 * each as it is saved, so that a second try saves nothing twice.
 * @throws what the failing call throws; what was saved before it stays saved
 */
export async function saveAddressAndStudent({ id, student, onAddressSaved, onStudentSaved }: Saving): Promise<void> {
  let address_id = student.address_id ?? null;
  if (address_id === null) {
    const { address, apt, city, state, zip } = student;
    address_id = (await callForOne(createAddress, { body: { address, apt, city, state, zip } })).id;
    onAddressSaved(address_id);
  }
  const saved = await saveStudentFields({ ...student, address_id }, id ?? undefined);
  onStudentSaved(saved);
  const file = student.photo?.[0];
  if (file) await savePhoto(saved.id, file);
}
