import { m } from '#i18n/messages.js';
import { fullName } from '#kit/text/full-name.ts';
import { objectOf } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { kindOfSubject } from '#modules/catalog/changes/audit-differences.service.ts';
import { namesOf } from '#modules/catalog/changes/object-names.service.ts';
import {
  findRow,
  parentOf,
  readObjects,
  type StoredRow,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import type { Database } from '#platform/db/database.ts';
import type { AuditRow } from '#modules/office/audit/audit.contract.ts';
import {
  listOrdersOfSubjects,
  listPaymentPlaces,
  listPeople,
  listStudentIds,
} from './audit-subjects.queries.ts';

type Known = Pick<AuditRow, 'name' | 'page'>;
export type KnownSubjects = ReadonlyMap<string, Known>;
type Page = NonNullable<AuditRow['page']>;

const SUBJECT = /^(\w+):(\d{1,15})\b/;

const pageOf = (kind: Page['kind'], id: number, object: string | null = null): Page => ({ kind, id, object });

function partsOf(subject: string): { kind: string; id: number }[] {
  const [, kind, digits] = SUBJECT.exec(subject) ?? [];
  return kind ? [{ kind, id: Number(digits) }] : [];
}

/** The names and the pages of subjects such as `payment:12`, as they are now (HE2.3). */
export async function knownSubjects(db: Database, subjects: readonly string[]): Promise<KnownSubjects> {
  const named = [...new Set(subjects)].flatMap(partsOf);
  const idsBy = Map.groupBy(named, ({ kind }) => kind);
  const idsOf = (kind: string) => (idsBy.get(kind) ?? []).map(({ id }) => id);
  const [people, places, students, ofOrders] = [
    await listPeople(db, idsOf('user')),
    await listPaymentPlaces(db, idsOf('payment')),
    await listStudentIds(db, idsOf('student')),
    await listOrdersOfSubjects(db, idsOf),
  ];
  const found = new Map<string, Known>([
    ...people.map((one): [string, Known] => [`user:${one.id}`, ofPerson(one)]),
    ...places.map(({ id, order_id, payment_number }): [string, Known] => [
      `payment:${id}`,
      {
        name: m.office_audit_payment({ number: payment_number, order_id }),
        page: pageOf('order', order_id),
      },
    ]),
    ...students.map(({ id }): [string, Known] => [
      `student:${id}`,
      { name: m.office_audit_student({ id }), page: pageOf('student', id) },
    ]),
    ...ofOrders.map(({ subject, order_id }): [string, Known] => [
      subject,
      { name: null, page: pageOf('order', order_id) },
    ]),
    ...idsOf('order').map((id): [string, Known] => [
      `order:${id}`,
      { name: m.contract_order_id({ id }), page: pageOf('order', id) },
    ]),
    ...idsOf('application').map((id): [string, Known] => [
      `application:${id}`,
      { name: m.office_audit_application({ id }), page: pageOf('application', id) },
    ]),
    ...(await ofCatalog(db, idsBy)),
  ]);
  // The row of an impersonator names a part too: `order:12 payment:3`.
  return new Map(subjects.map((one) => [one, found.get(one.split(' ')[0]!) ?? { name: null, page: null }]));
}

function ofPerson({ id, is_staff, ...person }: Awaited<ReturnType<typeof listPeople>>[number]): Known {
  return {
    name: fullName(person) || m.office_audit_account({ id }),
    page: is_staff ? pageOf('staff', id) : pageOf('parent', id),
  };
}

async function ofCatalog(
  db: Database,
  idsBy: ReadonlyMap<string, readonly { id: number }[]>,
): Promise<[string, Known][]> {
  const asked = [...idsBy].flatMap(([named, ids]) => {
    const kind = kindOfSubject(named);
    return kind ? [{ named, kind, ids }] : [];
  });
  if (asked.length === 0) return [];
  const rows = asked.flatMap(({ named, kind, ids }) =>
    ids.map(({ id }) => ({ named, kind, row_id: id, before: null, after: null })),
  );
  return db.transaction(async (tx) => {
    const objects = await readObjects(tx, new Date(0));
    const nameIn = await namesOf(tx, objects, rows);
    return rows.flatMap((subject): [string, Known][] => {
      const { named, kind, row_id: id } = subject;
      const row = findRow(objects, kind, id);
      const name = objectOf(kind).secret ? `${KIND_NAMES[kind].one()} ${id}` : nameIn(subject);
      const page = row ? pageOfObject(objects, { kind, row }) : null;
      return name === undefined ? [] : [[`${named}:${id}`, { name, page }]];
    });
  });
}

type Stored = { kind: ObjectKind; row: StoredRow };

/** The page of the season or the school of an object, with the form of the object. */
function pageOfObject(objects: WorkingObjects, of: Stored): Page | null {
  const object = `${of.kind}:${of.row.id}`;
  for (let at: Stored | undefined = of; at; at = parentOf(objects, at.kind, at.row)) {
    if (at.kind === 'period') return pageOf('season', at.row.id, object);
    if (at.kind === 'program_group') return pageOf('school', at.row.id, object);
    if (at.kind === 'company') return pageOf('company', at.row.id);
    if (at.kind === 'content_block' || at.kind === 'news_item') return pageOf('content', at.row.id);
  }
  return null;
}
