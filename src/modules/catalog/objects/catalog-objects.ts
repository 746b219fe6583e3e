import { addon } from './add-on.ts';
import { aidCode } from './aid-code.ts';
import { company } from './company.ts';
import { contentBlock } from './content-block.ts';
import { discount } from './discount.ts';
import { division } from './division.ts';
import { newsItem } from './news-item.ts';
import type { CatalogObject } from './object.ts';
import type { ObjectKind } from './object-kinds.ts';
import { paymentTerm } from './payment-term.ts';
import { period, periodGroup } from './period.ts';
import { grade, program } from './program.ts';
import { route } from './route.ts';
import { sale } from './sale.ts';
import { printable, school } from './school.ts';
import { surcharge } from './surcharge.ts';

export type { ObjectKind } from './object-kinds.ts';

/** Every object of the catalog by its kind. */
export const CATALOG_OBJECTS = {
  company,
  division,
  program_group: school,
  program,
  grade,
  period,
  period_group: periodGroup,
  printable,
  period_program: sale,
  surcharge,
  route,
  payment_term: paymentTerm,
  addon,
  discount,
  aid_code: aidCode,
  content_block: contentBlock,
  news_item: newsItem,
} satisfies Record<ObjectKind, CatalogObject>;

export const objectOf = (kind: ObjectKind): CatalogObject => CATALOG_OBJECTS[kind];

const PARENTS: Readonly<Record<string, ObjectKind>> = Object.fromEntries(
  Object.values(CATALOG_OBJECTS).flatMap((parent: CatalogObject) =>
    Object.values(parent.lists).map((child) => [child.kind, parent.kind as ObjectKind]),
  ),
);

/** The kind of the object around; undefined for what stands alone. */
export const parentKindOf = (kind: ObjectKind): ObjectKind | undefined => PARENTS[kind];
