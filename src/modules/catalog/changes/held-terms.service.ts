import { m } from '#i18n/messages.js';
import { brokenRule } from '#kit/rules/broken-rule.ts';
import { missingInTerms } from '#modules/catalog/bank-terms.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { Problem } from './change.ts';
import type { Checked } from './check-objects.service.ts';
import { findRow, type StoredRow, type WorkingObjects } from './working-objects.service.ts';

const FIELD = 'ach_terms';

/** The company that debits: of a program the division of the school. */
function companyOf(objects: WorkingObjects, kind: ObjectKind, row: StoredRow): string {
  const school =
    kind === 'program' ? findRow(objects, 'program_group', Number(row.program_group_id)) : undefined;
  const division = kind === 'division' ? row : findRow(objects, 'division', Number(school?.division_id));
  return String(division?.company_name ?? '');
}

/** Bank terms that come into force and lack a point (SE4.11); terms that stay as they are hold nothing. */
export function heldTerms({ objects, changeOf }: Checked): Problem[] {
  return (['division', 'program'] as const).flatMap((kind) =>
    [...(objects.touched.get(kind) ?? [])].flatMap((id) => {
      const [before, after] = [objects.stored.get(kind)!.get(id), findRow(objects, kind, id)];
      const [terms, change] = [after?.[FIELD], changeOf(kind, id)];
      if (!after || typeof terms !== 'string' || terms === before?.[FIELD] || change === undefined) return [];
      return missingInTerms(terms, companyOf(objects, kind, after)).map((what) => ({
        change,
        path: [],
        params: brokenRule('terms_lack', () => m.catalog_terms_lack({ what })),
      }));
    }),
  );
}
