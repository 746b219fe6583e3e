import { useSearchParams } from 'react-router';
import { isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import { PREVIEW } from '#app/routes/office/menu.ts';

/** What the address of a preview names; the day may be left out and is then today (SE7.1). */
export type PreviewAddress = {
  season: number;
  /** the path of a school; left out, the first school of the season */
  school?: string;
  /** a program, with which the wizard begins in place of the page of the school */
  program?: number;
  on?: PlainDate;
  /** as if every school of the season sold (SE7.3) */
  open?: boolean;
};

const FIELDS = ['season', 'school', 'program', 'on', 'open'] as const;

export function previewPath(address: PreviewAddress): string {
  const given = FIELDS.flatMap((field) =>
    address[field] === undefined ? [] : [[field, `${address[field]}`]],
  );
  return `${PREVIEW}?${new URLSearchParams(given)}`;
}

const idIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;

/** @returns undefined for an address that names no season */
export function readPreviewAddress(query: URLSearchParams): PreviewAddress | undefined {
  const season = idIn(query.get('season'));
  const [school, program, on] = [query.get('school'), idIn(query.get('program')), query.get('on')];
  return season === undefined
    ? undefined
    : {
        season,
        ...(school && { school }),
        ...(program !== undefined && { program }),
        ...(on && isPlainDate(on) && { on }),
        ...(query.get('open') === 'true' && { open: true }),
      };
}

export function usePreviewAddress() {
  const [query, setQuery] = useSearchParams();
  const address = readPreviewAddress(query);
  const change = (next: PreviewAddress) =>
    setQuery(previewPath(next).slice(PREVIEW.length + 1), { replace: true, preventScrollReset: true });
  return { address, change };
}
