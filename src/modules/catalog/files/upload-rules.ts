import { m } from '#i18n/messages.js';
import { brokenRule, type BrokenRule } from '#kit/rules/broken-rule.ts';
import { fieldTypeOf, type FileContent } from '#kit/rules/field-types.ts';
import { objectOf } from '#modules/catalog/objects/catalog-objects.ts';
import type { FileKind } from '#modules/catalog/objects/object-kinds.ts';
import { objectFieldLabel, objectFieldName } from '#modules/catalog/objects/object-labels.ts';

const MEGABYTE = 1024 * 1024;

export const UPLOAD_BYTES: Readonly<Record<FileContent, number>> = {
  pdf: 20 * MEGABYTE,
  picture: 5 * MEGABYTE,
};

/** What is wrong with a file, as a form and the call say it (SE2.5). */
export const uploadRules = {
  pdf: () => brokenRule('pdf', () => m.catalog_upload_pdf()),
  pdf_plain: () => brokenRule('pdf_plain', () => m.catalog_upload_pdf_plain()),
  picture: () => brokenRule('picture', () => m.catalog_upload_picture()),
  shapes: (part: string) => brokenRule('shapes', () => m.catalog_upload_shapes({ part })),
};

/** The field of an object that holds its file, as the object is declared. */
export function fileFieldOf(kind: FileKind): { field: string; holds: FileContent } {
  const { file, fields } = objectOf(kind);
  const type = fieldTypeOf(fields[file!]!);
  if (type?.takes !== 'file') throw new TypeError(`the field ${file} of a ${kind} takes a file`);
  return { field: file!, holds: type.holds };
}

export function uploadSentence(kind: FileKind | undefined, broken: BrokenRule): string {
  const label = kind ? objectFieldLabel([fileFieldOf(kind).field]) : m.catalog_upload_file();
  return m.server_rule_by_field({ label, sentence: broken.say(objectFieldName) });
}
