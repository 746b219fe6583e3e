import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId } from '#kit/endpoint/wire.ts';
import { studentShape } from './students.contract.ts';
import { studentRefusals } from './students.refusals.ts';

export const removeStudentPhotos = endpoint({
  name: 'removeStudentPhotos',
  proof: 'of_staff',
  summary: 'Remove every photo of a student',
  method: 'DELETE',
  path: '/student/photo/:id',
  guard: 'account',
  params: byId,
  item: studentShape,
  refusals: [studentRefusals.student_not_found],
});

export const uploadStudentPhoto = endpoint({
  name: 'uploadStudentPhoto',
  summary: 'Store a photo of a student (multipart part `file`)',
  method: 'POST',
  path: '/student/photo/:id',
  guard: 'account',
  params: byId,
  body: 'multipart',
  item: studentShape,
  refusals: [
    studentRefusals.student_not_found,
    studentRefusals.photo_not_an_image,
    studentRefusals.photo_too_large,
    studentRefusals.photo_broken,
    studentRefusals.photo_too_many_pixels,
    studentRefusals.too_many_photos,
  ],
});

export const uploadPhotoByStaff = endpoint({
  name: 'uploadPhotoByStaff',
  summary: 'Store a photo that the family has sent (multipart part `file`); the family is mailed (OF10.4)',
  method: 'POST',
  path: '/admin/students/:id/photo',
  guard: { right: 'families_write' },
  audits: ['student.change'],
  impersonation: 'refused',
  params: byId,
  body: 'multipart',
  item: 'none',
  refusals: uploadStudentPhoto.refusals,
});

export const removePhotosByStaff = endpoint({
  name: 'removePhotosByStaff',
  proof: 'recent',
  summary: 'Remove every photo of a student; the family is mailed (OF10.4)',
  method: 'DELETE',
  path: '/admin/students/:id/photo',
  guard: { right: 'families_write' },
  audits: ['student.change'],
  impersonation: 'refused',
  params: byId,
  item: 'none',
  refusals: removeStudentPhotos.refusals,
});
