import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { ListEndpoint, Place } from './list-endpoint.ts';
import type { Total } from './list-total.ts';
import type { ListFile } from './list-file.ts';

/** What a page has found of the whole list; the reader of all pages hands it to the next page. */
export type FoundList = { readonly n: number };

/** A list with a file, as the export of lists reads the list; `asked` has the checked filters too. */
export type ServedList = {
  readonly list: ListEndpoint;
  readonly file: ListFile<unknown>;
  readonly read: (
    asked: Place & Record<string, unknown>,
    call: { viewer: Viewer },
  ) => Promise<Total & { rows: unknown[]; next: string | null; found?: FoundList }>;
};
