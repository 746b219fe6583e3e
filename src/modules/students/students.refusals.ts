import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';
import { FAMILY_LIMITS } from './family-limits.ts';
import { STUDENT_YEARS } from './student-age.ts';

/** MA6 */
export const studentAgeText = () => m.server_student_age(STUDENT_YEARS);

export const studentRefusals = refusals({
  note_not_found: { status: 404, say: () => m.server_note_not_found() },
  /** another person wrote the note, or the day is over */
  note_closed: { status: 409, say: (data: { staff: string }) => m.server_note_closed(data) },
  student_not_found: { status: 404, say: () => m.server_student_not_found() },
  student_edited: { status: 409, say: () => m.server_student_edited() },
  /** MC10: carries the registered student */
  student_known: { status: 409, say: (data: { name: string }) => m.server_student_known(data) },
  student_age: { status: 422, say: () => studentAgeText() },
  address_not_found: { status: 404, say: () => m.server_address_not_found() },
  address_edited: { status: 409, say: () => m.server_record_edited() },
  address_in_use: { status: 409, say: () => m.server_address_in_use() },
  student_has_contracts: { status: 409, say: () => m.server_student_has_contracts() },
  /** the limits of a family (H8) */
  too_many_students: { status: 409, say: () => m.server_too_many_students({ n: FAMILY_LIMITS.students }) },
  too_many_addresses: { status: 409, say: () => m.server_too_many_addresses({ n: FAMILY_LIMITS.addresses }) },
  too_many_photos: { status: 409, say: () => m.server_too_many_photos({ n: FAMILY_LIMITS.photos }) },
  photo_not_an_image: { status: 422, say: () => m.server_photo_not_an_image() },
  photo_broken: { status: 422, say: () => m.server_photo_broken() },
  photo_too_many_pixels: {
    status: 422,
    say: ({ megapixels, most }: { megapixels: number; most: number }) =>
      m.server_photo_too_many_pixels({ n: megapixels, most }),
  },
  photo_too_large: { status: 422, say: () => m.server_photo_too_large() },
});
