import { callForOne } from '../../api/client.ts';
import { saveStudent } from '../../parts/save-student.ts';
import type { CheckedStudent } from '../../parts/student-form.ts';
import { createAddress, type Student } from '#modules/students/students.contract.ts';

type Saving = { id: number | null; student: CheckedStudent; onAddressSaved: (addressId: number) => void };

/**
 * Saves the address first, when it is a new one, then the student with the photo (contracts.md §2).
 * @param onAddressSaved  hears the new address's id, so that a second try does not save it twice
 * @throws what the failing call throws; what was saved before it stays saved
 */
export async function saveAddressAndStudent({ id, student, onAddressSaved }: Saving): Promise<Student> {
  let address_id = student.address_id ?? null;
  if (address_id === null) {
    const { address, apt, city, state, zip } = student;
    address_id = (await callForOne(createAddress, { body: { address, apt, city, state, zip } })).id;
    onAddressSaved(address_id);
  }
  return saveStudent({ ...student, address_id }, id ?? undefined);
}
