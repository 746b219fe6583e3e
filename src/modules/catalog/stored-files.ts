/*
 * Where the files of a season are stored. What the public may read is served at `/storage/` and this
 * key; contract PDFs are for the owner of the order and for staff (W15).
 */

/** A file beside the season file, and the key under which the portal keeps it. */
export type SeasonFile = { name: string; key: string };

// A name is what a person typed; a key is made of plain letters only, so that it is one path on every kind of
// storage.
const keyPart = (name: string) =>
  name.replaceAll(/[^a-zA-Z0-9-]/g, (sign) =>
    sign === '_' ? '__' : `_${sign.codePointAt(0)?.toString(16)}_`,
  );

/** A contract to print, by the id of its period program group (contracts.md §2). */
export function printableContractKey(period_program_group_id: number, name: string): string {
  return `period-program-groups/${period_program_group_id}/${name}`;
}

type OfRoute = { period: string; program: string; contract_pdf: string };

/** The PDF of a route's contract, by the names of its period and program (W15). */
export function contractPdfKey({ period, program, contract_pdf }: OfRoute): string {
  return `contracts/${keyPart(period)}/${keyPart(program)}/${contract_pdf}`;
}

/** Whether a content block's `content` is a stored file and not an address of another site. */
export function isStoredContent(content: string): boolean {
  return !/^https?:/.test(content);
}

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** What a stored file is, by its name's ending. */
export function contentTypeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}
