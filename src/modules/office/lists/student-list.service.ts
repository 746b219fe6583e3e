import { plainDate } from '#kit/plain-date.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { guardianNames } from '#modules/students/guardians.ts';
import { listedHome } from '#modules/students/encrypted-texts.service.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { homeMarks, listWords } from '#modules/office/search/list-words.service.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import type { listStudentRows, StudentListRow, StudentListSort } from './student-list.contract.ts';
import {
  listedStudents,
  listStudentDetails,
  studentSort,
  type StudentDetail,
} from './student-list.queries.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import { placeIds } from '#modules/orders/reading/list-places.service.ts';

/** `12 10583` is a home and no two words, which parts of contract numbers would have. */
const isHome = (search: string) => /^\d+[a-z]?\s+\d{5}$/i.test(search.trim());

/** By what a text finds students. */
export const studentWords = (vault: Vault, search: string) => ({
  words: isHome(search) ? [] : listWords(vault, search),
  home: homeMarks(vault, search),
});

/**
 * A page of the students (OF1.10). No medical or custody text is opened.
 * @throws filter_invalid
 */
export async function listStudents(
  { db, clock, vault }: ListDeps,
  { sort, after, limit, found, countTo, ...asked }: AskedOf<typeof listStudentRows> & Place<StudentListSort>,
): ReadList<StudentListRow> {
  const catalog = await sellingCatalog(db, clock.now());
  const places = placeIds(catalog, asked);
  const listed = listedStudents({
    ...places,
    ...asked,
    ...studentWords(vault, asked.search),
    zips: asked.zip === undefined ? undefined : homeMarks(vault, asked.zip),
  });
  const place = { sort, after, limit };
  const page = await listedPage(db, listed, { place, sort: studentSort(sort, places), found, countTo });
  const names = namesOf(catalog);
  const rows = inOrderOf(page.rows, await listStudentDetails(db, page.rows, places));
  return { ...page, rows: rows.map((row) => toRow(vault, names, row)) };
}

const NO_CONTRACT = { season: null, school: null, program: null, line: null };

function toRow(
  vault: Vault,
  names: ReturnType<typeof namesOf>,
  { texts, route_id, grade_id, ...student }: StudentDetail,
): StudentListRow {
  const home = listedHome.open(vault, student.id, texts);
  return {
    ...student,
    ...(route_id === null ? NO_CONTRACT : names.ofRoute(route_id)),
    grade: names.grade(grade_id),
    special_request: student.special_request || null,
    phone: home.guardian_1_phone_mobile,
    address: [home.address, home.apt, home.city].filter(Boolean).join(', '),
    zip: home.zip,
    date_of_birth: plainDate(home.date_of_birth),
    guardians: guardianNames(student).join(', '),
  };
}

export { changedStudentWork } from './student-list.queries.ts';
