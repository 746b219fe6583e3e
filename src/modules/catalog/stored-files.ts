/*
 * The keys of a season's stored files. Public files are served at `/storage/` and the key; contract PDFs are
 * only for the owner of the order and staff (W15).
 */

export type SeasonFile = { name: string; key: string };

// People type names; a key has plain letters only, to be the same path on every kind of storage.
const keyPart = (name: string) =>
  name.replaceAll(/[^a-zA-Z0-9-]/g, (sign) =>
    sign === '_' ? '__' : `_${sign.codePointAt(0)?.toString(16)}_`,
  );

/** The mark of an upload; each has its own, so that no file takes the place of another (SE2.6). */
const UPLOADED = /^(content\/uploads\/)?[\w-]+--[0-9a-f]{16}\.[a-z]+$/;

export const isUploaded = (name: string): boolean => UPLOADED.test(name);

/**
 * The name by which an object has an uploaded file: of a picture the key too, of a PDF the name alone.
 * @param base  as the file was called, without its ending
 * @param mark  16 hexadecimal digits
 */
export function uploadedName({ base, mark, ending }: Record<'base' | 'mark' | 'ending', string>): string {
  const plain =
    base
      .replaceAll(/\W+/g, '-')
      .slice(0, 60)
      .replaceAll(/^-+|-+$/g, '') || 'file';
  return `${ending === 'pdf' ? '' : 'content/uploads/'}${plain}--${mark}.${ending}`;
}

/** As people have called the file. */
export const shownFileName = (name: string): string =>
  isUploaded(name) ? name.replace(/^.*\//, '').replace(/--[0-9a-f]{16}(?=\.)/, '') : name;

/** Pictures are public, PDFs are given out by the object that names them. */
export const uploadKey = (name: string): string => (contentTypeOf(name) === PDF ? `uploads/${name}` : name);

/** Where the portal shows a contract to print, by the id of the period program group (contracts.md §2). */
export const printableContractPath = (period_program_group_id: number, name: string): string =>
  `period-program-groups/${period_program_group_id}/${name}`;

/** A contract to print. */
export const printableContractKey = (period_program_group_id: number, name: string): string =>
  isUploaded(name) ? uploadKey(name) : printableContractPath(period_program_group_id, name);

type OfRoute = { period: string; program: string; contract_pdf: string };

/** The PDF of a route's contract, by the names of period and program (W15). */
export const contractPdfKey = ({ period, program, contract_pdf }: OfRoute): string =>
  isUploaded(contract_pdf)
    ? uploadKey(contract_pdf)
    : `contracts/${keyPart(period)}/${keyPart(program)}/${contract_pdf}`;

export function isStoredContent(content: string): boolean {
  return !/^https?:/.test(content);
}

const PDF = 'application/pdf';

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  pdf: PDF,
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

export function contentTypeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}
