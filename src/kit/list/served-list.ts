import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { ListEndpoint, Place } from './list-endpoint.ts';
import type { ListFile } from './list-file.ts';

/** A list with a file, as the export of lists reads the list; `asked` has the checked filters too. */
export type ServedList = {
  readonly list: ListEndpoint;
  readonly file: ListFile<unknown>;
  readonly read: (
    asked: Place & Record<string, unknown>,
    call: { viewer: Viewer },
  ) => Promise<{ rows: unknown[]; next: string | null; total: number }>;
};
