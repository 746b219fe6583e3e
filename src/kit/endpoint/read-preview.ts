import { z } from 'zod';
import {
  PREVIEW_AS_HEADER,
  PREVIEW_ON_HEADER,
  PREVIEW_OPEN_HEADER,
  PREVIEW_SEASON_HEADER,
  type Preview,
} from './preview-headers.ts';
import { dayShape, idShape } from './wire.ts';

const previewHeadersShape = z.object({
  [PREVIEW_SEASON_HEADER]: idShape,
  [PREVIEW_ON_HEADER]: dayShape,
  [PREVIEW_AS_HEADER]: z.enum(['parent', 'staff']).default('parent'),
  [PREVIEW_OPEN_HEADER]: z.enum(['0', '1']).default('0'),
});

type Headers = Readonly<Record<string, unknown>>;

/** True for a call with any of the headers, whatever their values: such a call must not write. */
export const isPreviewed = (headers: Headers): boolean =>
  Object.keys(previewHeadersShape.shape).some((name) => headers[name] !== undefined);

/** @returns the issues for headers that are wrong or not complete */
export function readPreview(headers: Headers): z.ZodSafeParseResult<Preview> {
  return previewHeadersShape
    .transform((read): Preview => ({
      season_id: read[PREVIEW_SEASON_HEADER],
      on: read[PREVIEW_ON_HEADER],
      as: read[PREVIEW_AS_HEADER],
      is_open: read[PREVIEW_OPEN_HEADER] === '1',
    }))
    .safeParse(headers, { reportInput: true });
}
