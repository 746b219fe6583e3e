import { contentPath, fileName } from './season-fields.ts';
import { placesOf } from './season-places.ts';
import { placeOf } from './season-problem.ts';
import { isStoredContent } from './stored-files.ts';

const WHERE = [
  ['periods', '*', 'program_groups', '*', 'printable_contracts', '*', 'file_name'],
  ['periods', '*', 'programs', '*', 'routes', '*', 'contract_pdf'],
  ['content_blocks', '*', 'content'],
];

/** The files that a season file names, as it was typed; names that cannot be files are told elsewhere. */
export function namedFiles(file: unknown): { place: string; name: string }[] {
  return WHERE.flatMap((pattern) => placesOf({ value: file, path: [] }, pattern)).flatMap(
    ({ value, path }) => {
      const isName =
        path.at(-1) === 'content'
          ? contentPath().safeParse(value).success
          : fileName().safeParse(value).success;
      return isName && isStoredContent(value as string)
        ? [{ place: placeOf(path), name: value as string }]
        : [];
    },
  );
}
